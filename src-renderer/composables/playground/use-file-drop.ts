import { onMounted, onUnmounted, ref } from 'vue';

const holdsFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/**
 * Accepts files dropped anywhere on the window while a view is mounted. Returns a ref that is true while a file is
 * dragged over the window.
 */
export function useFileDrop(take: (file: File) => unknown) {
  const isOver = ref(false);
  const over = (event: DragEvent): void => {
    if (!holdsFile(event)) return;
    event.preventDefault();
    isOver.value = true;
  };
  const leave = (event: DragEvent): void => {
    if (event.relatedTarget === null) isOver.value = false;
  };
  const drop = (event: DragEvent): void => {
    if (!holdsFile(event)) return;
    event.preventDefault();
    isOver.value = false;
    const [file] = event.dataTransfer?.files ?? [];
    if (file) take(file);
  };
  onMounted(() => {
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
  });
  onUnmounted(() => {
    window.removeEventListener('dragover', over);
    window.removeEventListener('dragleave', leave);
    window.removeEventListener('drop', drop);
  });
  return isOver;
}

import { onMounted, onScopeDispose, onUnmounted } from 'vue';
import { useCommands, type ViewCommand } from '../../stores/commands';

/** Listens to keys of the whole window while a view is there; a dialog on top keeps them. */
export function useShortcuts(pressed: (event: KeyboardEvent) => void): void {
  const listener = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented && !document.querySelector('dialog[open]')) pressed(event);
  };
  onMounted(() => window.addEventListener('keydown', listener));
  onUnmounted(() => window.removeEventListener('keydown', listener));
}

/** Offers a command in the palette for as long as the component is shown. */
export function useViewCommand(command: ViewCommand): void {
  onScopeDispose(useCommands().offer(command));
}

import { onMounted, onScopeDispose, onUnmounted } from 'vue';
import { useCommands, type ViewCommand } from '../../stores/commands';

/** Handles keys pressed anywhere in the window while a view is mounted, unless a dialog is open. */
export function useShortcuts(pressed: (event: KeyboardEvent) => void): void {
  const listener = (event: KeyboardEvent): void => {
    if (!event.defaultPrevented && !document.querySelector('dialog[open]')) pressed(event);
  };
  onMounted(() => window.addEventListener('keydown', listener));
  onUnmounted(() => window.removeEventListener('keydown', listener));
}

/** Adds a command to the palette while the component is mounted. */
export function useViewCommand(command: ViewCommand): void {
  onScopeDispose(useCommands().offer(command));
}

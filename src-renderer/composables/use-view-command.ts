import { onScopeDispose } from 'vue';
import { useCommands, type ViewCommand } from '../stores/commands';

/** Offers a command in the palette for as long as the component is shown. */
export function useViewCommand(command: ViewCommand): void {
  onScopeDispose(useCommands().offer(command));
}

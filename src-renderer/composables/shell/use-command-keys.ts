import type { AppCommand } from '../../../core/common/desktop/app-commands';
import { useCommands } from '../../stores/commands';
import { useShortcuts } from '../base/use-shortcuts';

/** Time limit in ms for pressing the second key of a two-key command. */
const nextKeyMs = 1200;

const isField = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Returns the keys of a keyboard event in command notation, e.g. `Mod+K`. Empty for keys that no command can use. */
function keysOf(event: KeyboardEvent): string {
  if (event.altKey || event.isComposing || event.key === 'Shift') return '';
  if (event.ctrlKey || event.metaKey) return event.shiftKey ? '' : `Mod+${event.key.toUpperCase()}`;
  return isField(event) ? '' : event.key;
}

/**
 * Runs commands when their keys are pressed. Works in all views, but not in dialogs. In text fields, only combinations
 * with Ctrl or Cmd work.
 */
export function useCommandKeys(): void {
  const commands = useCommands();
  let first = { key: '', at: 0 };

  useShortcuts((event) => {
    const key = keysOf(event);
    if (!key) return;
    const waits = event.timeStamp - first.at < nextKeyMs;
    const byKeys = (keys: string): AppCommand | undefined => commands.all.find((command) => command.keys === keys);
    const command = (waits ? byKeys(`${first.key} ${key}`) : undefined) ?? byKeys(key);
    first = command ? { key: '', at: 0 } : { key, at: event.timeStamp };
    if (!command) return;
    event.preventDefault();
    commands.run(command);
  });
}

import { useNotices } from '../../stores/notices';
import { t } from '../../texts/i18n';

/** The user's input, which an action removes. */
export interface Input<T> {
  read(): T;
  write(before: T): void;
}

/** Performs an action that removes the user's input, and shows a message that offers to undo the action. */
export function withUndo<T>({ read, write }: Input<T>, remove: () => void): void {
  const before = read();
  remove();
  const undo = { label: t('table.undo'), run: () => write(before) };
  useNotices().say(t('shell.inputRemoved'), 'good', undo);
}

/** Resets a form that a store holds, and offers to undo the reset. */
export function resetWithUndo<T>(store: { form: T; reset(): void }): void {
  const input: Input<T> = {
    read: () => store.form,
    write: (before) => {
      store.form = before;
    },
  };
  withUndo(input, () => store.reset());
}

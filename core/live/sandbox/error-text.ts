import { stripVTControlCharacters } from 'node:util';

/** Returns the message of an error, without terminal control codes and local paths. */
export function errorText(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return stripVTControlCharacters(message)

    .replace(/(?<![\w:/.])(?:file:\/\/)?\/(?:[\w.@-]+\/){2,}[\w.@-]+/g, '…')
    .slice(0, 10_000);
}

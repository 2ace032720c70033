// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not reach a terminal
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The text without characters that a terminal would obey; line feeds and tabs stay. */
export const plain = (text: string): string => text.replaceAll('\r\n', '\n').replace(controls, '');

/**
 * Writes to standard output and waits until it is taken: a slow reader slows the command, and one that ends early cuts
 * nothing. What goes to a terminal is freed of control characters, as pages may hold any; files and pipes get every byte.
 */
export function writeOutput(content: string | Uint8Array): Promise<void> {
  const shown = typeof content === 'string' && process.stdout.isTTY ? plain(content) : content;
  return new Promise((resolve, reject) => process.stdout.write(shown, (error) => (error ? reject(error) : resolve())));
}

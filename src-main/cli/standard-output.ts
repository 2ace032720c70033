// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not reach a terminal
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Removes control characters that a terminal would interpret. Keeps line feeds and tabs. */
export const plain = (text: string): string => text.replaceAll('\r\n', '\n').replace(controls, '');

/**
 * Writes to standard output and waits until the data has been written, so that slow readers slow down the command and
 * no output is lost on exit. On terminals, removes control characters, because pages may contain them. Files and pipes
 * receive every byte.
 */
export function writeOutput(content: string | Uint8Array): Promise<void> {
  const shown = typeof content === 'string' && process.stdout.isTTY ? plain(content) : content;
  return new Promise((resolve, reject) => process.stdout.write(shown, (error) => (error ? reject(error) : resolve())));
}

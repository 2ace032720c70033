import type { Readable } from 'node:stream';

/** Calls the listener for each line of a text stream. */
export function eachLine(stream: Readable | null | undefined, listener: (line: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) listener(line);
  });
  stream?.on('end', () => {
    if (rest) listener(rest);
  });
}

/** Somewhere log lines go. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** Token of the log. */
export const Log = Symbol('Log');

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a log line must not hold
const controls = /[\u0000-\u001f\u007f]+/g;

/** A log that writes one line per message to a stream; line breaks inside messages cannot forge lines. */
export function streamLog(stream: NodeJS.WritableStream): Log {
  const write = (level: string) => (message: string) =>
    void stream.write(`${new Date().toISOString()} ${level} ${message.replace(controls, ' ')}\n`);
  return { info: write('info'), warn: write('warn') };
}

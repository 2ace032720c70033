import { maskText } from './common/mask-secrets';

/** Somewhere log lines go. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** Token of the log. */
export const Log = Symbol('Log');

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a log line must not hold
const controls = /[\u0000-\u001f\u007f-\u009f]+/g;

/** A log that says nothing. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined };

/**
 * A log that writes one line per message to a stream: secrets are masked, and what a page says can neither forge lines
 * nor speak to the terminal.
 */
export function streamLog(stream: NodeJS.WritableStream): Log {
  const write = (level: string) => (message: string) =>
    void stream.write(`${new Date().toISOString()} ${level} ${maskText(message).replace(controls, ' ')}\n`);
  return { info: write('info'), warn: write('warn') };
}

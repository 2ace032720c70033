/** Facts that belong to a log line; texts are masked like the message. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Somewhere log lines go. */
export interface Log {
  /** Details for debugging; omitted by default. */
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
}

/** Token of the log. */
export const Log = Symbol('Log');

const nothing = (): void => undefined;

/** A log that says nothing. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing };

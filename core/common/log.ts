/** Fields of a log line. Secrets are masked in string values, as in log messages. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Destination of log lines. */
export interface Log {
  /** Logs debugging details, which are not written by default. */
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
}

/** Injection token for the log. */
export const Log = Symbol('Log');

const nothing = (): void => undefined;

/** A log that discards everything. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing };

import type { Log, LogFields } from '../../common/log';
import { maskText } from '../../common/values/mask-secrets';

const maxLines = 500;

/**
 * Forwards all messages and remembers the latest ones (except debug messages), with secrets masked and without fields.
 */
export class RecentLog implements Log {
  readonly #next: Log;
  #lines: readonly string[] = [];

  constructor(next: Log) {
    this.#next = next;
  }

  /** Latest messages with time and level, oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  debug(message: string, fields?: LogFields): void {
    this.#next.debug(message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#remember('info', message);
    this.#next.info(message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#remember('warn', message);
    this.#next.warn(message, fields);
  }

  #remember(level: string, message: string): void {
    const line = `${new Date().toISOString()} ${level} ${maskText(message).replaceAll(/\s+/g, ' ')}`;
    this.#lines = [...this.#lines.slice(1 - maxLines), line];
  }
}

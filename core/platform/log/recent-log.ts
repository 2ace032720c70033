import type { Log, LogFields } from '../../common/log';
import { maskText } from '../../common/values/mask-secrets';

const maxLines = 500;

/**
 * Forwards all messages to another log, and remembers the latest ones except debug messages. Remembered messages have
 * no fields, and their secrets are masked.
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

  /** Returns the lines about any of the given sources, e.g. `plugin shout.mjs`. */
  linesOf(sources: readonly string[]): readonly string[] {
    const starts = sources.flatMap((source) => [`${source}: `, `the ${source} `]);
    return this.#lines.filter((line) => {
      const message = line.slice(line.indexOf(' ', line.indexOf(' ') + 1) + 1);
      return starts.some((start) => message.startsWith(start));
    });
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

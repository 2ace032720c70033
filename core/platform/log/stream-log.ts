import pino, { type Level } from 'pino';
import type { Log, LogFields } from '../../common/log';
import { maskText } from '../../common/values/mask-secrets';

/** Options for a log stream. */
export interface LogOptions {
  /** Minimum level: `debug`, `info` or `warn`. */
  readonly level: LogLevel;
  /** `text` writes readable lines. `json` writes objects with `time`, `level`, `message` and the fields. */
  readonly format: LogFormat;
}

/** Available levels, most verbose first. */
export const logLevels = ['debug', 'info', 'warn'] as const satisfies readonly Level[];

/** Level of a log. */
export type LogLevel = (typeof logLevels)[number];

/** Available line formats. */
export const logFormats = ['text', 'json'] as const;

/** Format of a log line. */
export type LogFormat = (typeof logFormats)[number];

// biome-ignore lint/suspicious/noControlCharactersInRegex: a log line must not contain control characters
const controls = /[\u0000-\u001f\u007f-\u009f]+/g;

const clean = (text: string): string => maskText(text).replace(controls, ' ');

/**
 * Creates a log that writes each message as one line to a stream. Masks secrets. Page content in a message can neither
 * forge lines nor control the terminal.
 */
export function streamLog(stream: NodeJS.WritableStream, { level, format }: LogOptions = defaultLog): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    format === 'json' ? stream : { write: (line: string) => void stream.write(`${textLine(line)}\n`) },
  );
  const write =
    (at: LogLevel) =>
    (message: string, fields: LogFields = {}): void => {
      if (logger.isLevelEnabled(at)) logger[at](cleanFields(fields), clean(message));
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn') };
}

/** Default log options. */
export const defaultLog: LogOptions = { level: 'info', format: 'text' };

const cleanFields = (fields: LogFields): LogFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value]),
  );

function textLine(json: string): string {
  const { time, level, message, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const facts = Object.entries(fields).map(([name, value]) => ` ${name}=${String(value)}`);
  return `${String(time)} ${String(level)} ${String(message)}${facts.join('')}`;
}

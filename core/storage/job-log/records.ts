import { crc32 } from 'node:zlib';

/** A task as the journal adds it: URL, depth, key (when it is not the URL), data. */
export type AddedTask = readonly [
  url: string,
  depth: number,
  key?: string | null,
  data?: Readonly<Record<string, unknown>>,
];

/** A URL as the journal refuses it: URL, reason, code, message. */
export type RefusedEntry = readonly [url: string, reason: string, code: string, message: string];

/** Tasks with consecutive places. */
export interface AddPart {
  /** Place of the first. */
  readonly first: number;
  readonly tasks: readonly AddedTask[];
}

/** Tasks were added and URLs refused. */
export interface LinksRecord {
  readonly k: 'links';
  readonly at: number;
  readonly add?: AddPart;
  readonly refused?: readonly RefusedEntry[];
}

/** A task ended with a result: where its body is, what it found, which event tells of it. */
export interface DoneRecord {
  readonly k: 'done';
  readonly at: number;
  readonly place: number;
  readonly offset: number;
  readonly length: number;
  readonly crc: number;
  /** Bytes of the document as JSON. */
  readonly bytes: number;
  readonly url: string;
  readonly title: string;
  readonly status: number;
  readonly credits: number;
  readonly finishedAt: string;
  readonly event?: string;
  readonly add?: AddPart;
  readonly refused?: readonly RefusedEntry[];
}

/** A task ended without a result. */
export interface FailRecord {
  readonly k: 'fail';
  readonly at: number;
  readonly place: number;
  readonly url: string;
  readonly state: 'failed' | 'refused';
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly hidden?: boolean;
}

/** Tasks were claimed; only told to notice those that were in flight when the process died. */
export interface ClaimRecord {
  readonly k: 'claim';
  readonly places: readonly number[];
}

/** A task waits again. */
export interface AgainRecord {
  readonly k: 'again';
  readonly places: readonly number[];
  readonly attempt: number;
  readonly notBefore: number;
}

/** Further keys belong to a task. */
export interface AliasRecord {
  readonly k: 'alias';
  readonly place: number;
  readonly keys: readonly string[];
}

/** One line of a job's journal. */
export type JournalRecord = LinksRecord | DoneRecord | FailRecord | ClaimRecord | AgainRecord | AliasRecord;

const checksumLength = 8;
const space = 0x20;

/** One line: the checksum of the JSON in hex, a space, the JSON, a line feed. */
export function encodeRecord(record: JournalRecord): string {
  const json = JSON.stringify(record);
  return `${crc32(json).toString(16).padStart(checksumLength, '0')} ${json}\n`;
}

/** The record of a line (without its line feed); undefined when the line is damaged. */
export function decodeRecord(line: Buffer): JournalRecord | undefined {
  if (line.length <= checksumLength || line[checksumLength] !== space) return undefined;
  const json = line.subarray(checksumLength + 1);
  if (Number.parseInt(line.toString('latin1', 0, checksumLength), 16) !== crc32(json)) return undefined;
  return JSON.parse(json.toString('utf8')) as JournalRecord;
}

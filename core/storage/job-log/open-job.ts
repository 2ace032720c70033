import type { StorageContext } from '../context';
import { isoNow } from '../context';
import { JobState } from './job-state';
import { readJournal } from './journal-reader';
import type { JobMedia } from './medium';
import type { DoneRecord, JournalRecord } from './records';
import { encodeRecord } from './records';

/** What opening a job needs. */
export interface OpenJobOptions {
  readonly jobId: string;
  readonly media: JobMedia;
  readonly context: StorageContext;
  /** Told about damage. */
  readonly warn: (message: string) => void;
}

/** Rebuilds a job from its journal. A torn last line is cut; a damaged journal is set aside and what is readable kept. */
export async function openJob(options: OpenJobOptions): Promise<JobState> {
  const state = new JobState(options.jobId);
  const { journal, bodies } = options.media;
  let damaged = 0;
  let lost = 0;
  for await (const found of readJournal(journal)) {
    if (!found.record) {
      if (found.torn) await journal.truncate(found.offset);
      else damaged += 1;
    } else if (isLost(found.record, bodies.size)) {
      lost += 1;
      replay(state, withoutResult(found.record), found);
    } else replay(state, found.record, found);
  }
  if (damaged > 0) return repair(options, damaged);
  if (lost > 0)
    options.warn(`${lost} results of job ${options.jobId} were lost by the disk; their pages are fetched again.`);
  state.settle();
  return state;
}

function replay(
  state: JobState,
  record: JournalRecord,
  line: { readonly offset: number; readonly length: number },
): void {
  if (record.k === 'claim') state.replayClaim(record);
  else state.apply(record, line);
}

/** The line reached the disk and the body did not, as after a power cut. */
const isLost = (record: JournalRecord, bodyBytes: number): record is DoneRecord =>
  record.k === 'done' && record.offset + record.length > bodyBytes;

/** What a lost result leaves: its links stay, its task is fetched again. */
const withoutResult = ({ at, add, refused }: DoneRecord): JournalRecord => ({ k: 'links', at, add, refused });

/** Sets the journal aside, keeps its readable lines, and opens it again. */
async function repair(options: OpenJobOptions, damaged: number): Promise<JobState> {
  const { journal } = options.media;
  const aside = await journal.setAside(`damaged-${isoNow(options.context.clock).replaceAll(/[:.]/g, '-')}`);
  options.warn(
    `The journal of job ${options.jobId} is damaged: ${damaged} lines could not be read. It was set aside as ${aside}; what could be read is kept.`,
  );
  const lines: string[] = [];
  for await (const { record } of readJournal(journal)) if (record) lines.push(encodeRecord(record));
  await journal.truncate(0);
  await journal.append(Buffer.from(lines.join('')));
  return openJob(options);
}

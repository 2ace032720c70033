import { onScopeDispose, type Ref, shallowRef } from 'vue';
import type { JobProblem, PageRow } from '../../api/job-types';
import { jobsApi } from '../../api/jobs-api';
import { engineMessage } from '../../display/messages/engine-message';
import { useThrottledReload } from '../base/use-throttled-reload';

/** A line in the live log. */
export interface LogLine {
  readonly key: string;
  readonly at: string;
  readonly url: string;
  /** Status code of a page, or reason for a problem. */
  readonly word: string;
  readonly tone: 'good' | 'warn' | 'bad';
  readonly text: string;
}

const keptLines = 200;
const readAtOnce = 100;
const readEveryMs = 500;

const pageLine = ({ index, url, title, statusCode, finishedAt }: PageRow): LogLine => ({
  key: `page-${index}`,
  at: finishedAt,
  url,
  word: String(statusCode),
  tone: statusCode >= 400 ? 'bad' : 'good',
  text: title,
});

const problemLine = ({ url, at, state, reason, code, message }: JobProblem): LogLine => ({
  key: `problem-${at}-${url}`,
  at,
  url,
  word: reason ?? code,
  tone: state === 'failed' ? 'bad' : 'warn',
  text: engineMessage(message),
});

function newestOf(lines: readonly LogLine[]): readonly LogLine[] {
  const byKey = new Map(lines.map((line) => [line.key, line]));
  return [...byKey.values()].toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, keptLines);
}

/** Offset in each list at which the next read starts. Negative before the first read. */
interface Places {
  pages: number;
  problems: number;
}

async function newPages(id: string, next: Places): Promise<readonly LogLine[]> {
  if (next.pages < 0) next.pages = Math.max(0, (await jobsApi.pages(id, { skip: 0, limit: 1 })).total - readAtOnce);
  const { rows, total } = await jobsApi.pages(id, { skip: next.pages, limit: readAtOnce });
  // Skips older lines if too many pages were added since the last read.
  next.pages = total - (next.pages + rows.length) > readAtOnce ? total - readAtOnce : next.pages + rows.length;
  return rows.map(pageLine);
}

async function newProblems(id: string, next: Places): Promise<readonly LogLine[]> {
  const first = next.problems < 0;
  const start = first ? (await jobsApi.problems(id, { skip: 0, limit: 1 })).total - readAtOnce : next.problems;
  const { problems, total } = await jobsApi.problems(id, { skip: Math.max(0, start), limit: readAtOnce });
  // Retries remove problems from the list, so the next read starts at the current total.
  next.problems = total;
  return problems.map(problemLine);
}

/**
 * Latest pages and problems of a job, newest first. The engine appends new entries to both lists, so each read starts
 * where the last one ended.
 */
export function useJobLog(id: string, news: Readonly<Ref<number>>) {
  const lines = shallowRef<readonly LogLine[]>([]);
  const next: Places = { pages: -1, problems: -1 };
  let busy = false;
  let stopped = false;

  async function read(): Promise<void> {
    if (busy || stopped) return;
    busy = true;
    try {
      const fresh = (await Promise.all([newPages(id, next), newProblems(id, next)])).flat();
      lines.value = newestOf([...lines.value, ...fresh]);
    } catch {
      // Ignores the error, because the banner already reports an unreachable engine. The log is read again when the job
      // changes.
    } finally {
      busy = false;
    }
  }

  useThrottledReload(news, readEveryMs, read);
  onScopeDispose(() => {
    stopped = true;
  });
  void read();

  return { lines };
}

import { onScopeDispose, shallowRef } from 'vue';
import { toApiError } from '../api/client';
import type { JobAnswer, JobRequest } from '../api/job-types';
import { jobsApi } from '../api/jobs-api';
import { countOf } from '../text/job-words';

/** Health of a table on its page and the next ones, in words. */
export interface TableCheck {
  readonly state: 'running' | 'done';
  readonly error?: string;
  readonly summary: string;
  readonly columns: readonly {
    readonly name: string;
    readonly words: string;
    readonly tone: 'good' | 'warn' | 'bad';
  }[];
  readonly warning?: string;
}

interface TableAnswer extends JobAnswer {
  readonly columns?: readonly { readonly name: string; readonly filled: number }[];
  readonly pages?: number;
  readonly warning?: string;
  readonly error?: string;
}

/** Pages a check reads: this one and three more. */
const pages = 4;
const everyMs = 300;
const running: TableCheck = { state: 'running', summary: '', columns: [] };

/** Tries a table on further pages. */
export function useTableCheck() {
  const check = shallowRef<TableCheck>();
  let turn = 0;
  onScopeDispose(() => turn++);

  async function start(request: JobRequest): Promise<void> {
    const mine = ++turn;
    check.value = running;
    try {
      const { id } = await jobsApi.start('/v2/table', { ...request, limit: pages });
      let answer: TableAnswer = await jobsApi.answer('/v2/table', id);
      while (answer.status === 'processing' && mine === turn) {
        await new Promise((resolve) => setTimeout(resolve, everyMs));
        answer = await jobsApi.answer('/v2/table', id);
      }
      if (mine === turn) check.value = wordsOf(answer);
    } catch (thrown) {
      if (mine === turn) check.value = { ...running, state: 'done', error: toApiError(thrown).message };
    }
  }
  function close(): void {
    turn++;
    check.value = undefined;
  }
  return { check, start, close };
}

function wordsOf({ data, columns = [], pages: read = 0, warning, error }: TableAnswer): TableCheck {
  const rows = Array.isArray(data) ? data.length : 0;
  // That more pages follow than a check reads is no news.
  const told = warning
    ?.replace(/More pages follow than limit \(\d+\) lets through; raise it to read more\./, '')
    .trim();
  return {
    state: 'done',
    error: rows === 0 ? (error ?? warning ?? 'No rows were found.') : undefined,
    summary: `${countOf(rows, 'row')} on ${countOf(read, 'page')}.`,
    columns: columns.map(({ name, filled }) => ({ name, ...health(filled) })),
    ...(told ? { warning: told } : {}),
  };
}

function health(filled: number): { readonly words: string; readonly tone: 'good' | 'warn' | 'bad' } {
  if (filled === 1) return { words: 'in every row', tone: 'good' };
  if (filled === 0) return { words: 'in no row: its selector matches nothing', tone: 'bad' };
  const words = `in ${Math.round(filled * 100)} % of the rows`;
  return { words, tone: filled < 0.5 ? 'bad' : filled < 0.9 ? 'warn' : 'good' };
}

import { ref, shallowRef } from 'vue';
import type { GridRow, RowSlice } from '../../../core/common/rows';
import { toApiError } from '../../api/client';

/** Rows per request. */
const chunkSize = 100;

const chunkOf = (row: number): number => Math.floor(row / chunkSize);

/** Loads a range of rows. */
type ReadRows = (range: { readonly skip: number; readonly limit: number }, signal: AbortSignal) => Promise<RowSlice>;

/** Loaded chunks of a long table. */
function readChunks(ask: ReadRows) {
  const state = ref<'loading' | 'ready' | 'failed'>('loading');
  const error = ref<string>();
  const chunks = shallowRef<ReadonlyMap<number, readonly GridRow[]>>(new Map());
  /** Totals of the last answer. */
  const facts = shallowRef<Omit<RowSlice, 'rows'>>();
  const asked = new Set<number>();

  /** Loads a chunk unless it was requested already. */
  async function read(chunk: number, signal: AbortSignal): Promise<void> {
    if (asked.has(chunk)) return;
    asked.add(chunk);
    try {
      const { rows, ...about } = await ask({ skip: chunk * chunkSize, limit: chunkSize }, signal);
      if (signal.aborted) return;
      chunks.value = new Map(chunks.value).set(chunk, rows);
      [facts.value, state.value] = [about, 'ready'];
    } catch (thrown) {
      if (signal.aborted) return;
      asked.delete(chunk);
      error.value = toApiError(thrown).message;
      if (chunks.value.size === 0) state.value = 'failed';
    }
  }

  return { state, error, chunks, facts, asked, read };
}

/** Long table that loads only the chunks of visible rows. */
export function chunkedRows(ask: ReadRows) {
  const { state, error, chunks, facts, asked, read: readChunk } = readChunks(ask);
  let abort = new AbortController();

  function read(first: number, last: number): void {
    for (let chunk = chunkOf(first); chunk <= chunkOf(last); chunk++) void readChunk(chunk, abort.signal);
  }
  const row = (at: number): GridRow | undefined => chunks.value.get(chunkOf(at))?.[at % chunkSize];
  /** Starts over; keeps the old rows until the answer arrives. */
  function restart(): void {
    stop();
    abort = new AbortController();
    asked.clear();
    void readChunk(0, abort.signal).then(() => {
      const first = chunks.value.get(0);
      if (asked.has(0)) chunks.value = new Map(first ? [[0, first]] : []);
    });
  }
  /** Invalidates chunks for their next use: incomplete ones and that of one row, or all. */
  function forget(visibleRow: number, all: boolean): void {
    for (const chunk of [...asked]) {
      if (all || (chunks.value.get(chunk)?.length ?? 0) < chunkSize) asked.delete(chunk);
    }
    asked.delete(chunkOf(visibleRow));
  }
  const stop = (): void => abort.abort();

  return { state, error, facts, row, read, restart, forget, stop };
}

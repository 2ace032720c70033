import { ref, shallowRef } from 'vue';
import type { GridRow, RowSlice } from '../../../core/common/rows';
import { toApiError } from '../../api/client';

/** Number of rows per request. */
const chunkSize = 100;

const chunkOf = (row: number): number => Math.floor(row / chunkSize);

type ReadRows = (range: { readonly skip: number; readonly limit: number }, signal: AbortSignal) => Promise<RowSlice>;

/** Loaded chunks of a long table, and a function that loads more chunks. */
function readChunks(ask: ReadRows) {
  const state = ref<'loading' | 'ready' | 'failed'>('loading');
  const error = ref<string>();
  const chunks = shallowRef<ReadonlyMap<number, readonly GridRow[]>>(new Map());
  /** Totals from the last response. */
  const facts = shallowRef<Omit<RowSlice, 'rows'>>();
  const asked = new Set<number>();

  /** Loads a chunk unless it has already been requested. */
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

/** A long table that loads only the chunks with visible rows. */
export function chunkedRows(ask: ReadRows) {
  const { state, error, chunks, facts, asked, read: readChunk } = readChunks(ask);
  let abort = new AbortController();

  function read(first: number, last: number): void {
    for (let chunk = chunkOf(first); chunk <= chunkOf(last); chunk++) void readChunk(chunk, abort.signal);
  }
  const row = (at: number): GridRow | undefined => chunks.value.get(chunkOf(at))?.[at % chunkSize];
  /** Reloads the table from its start. The old rows stay visible until the response arrives. */
  function restart(): void {
    stop();
    abort = new AbortController();
    asked.clear();
    void readChunk(0, abort.signal).then(() => {
      const first = chunks.value.get(0);
      if (asked.has(0)) chunks.value = new Map(first ? [[0, first]] : []);
    });
  }
  /**
   * Marks chunks for reloading when they are next needed. Unless `all` is true, marks only incomplete chunks and the
   * chunk of the visible row.
   */
  function forget(visibleRow: number, all: boolean): void {
    for (const chunk of [...asked]) {
      if (all || (chunks.value.get(chunk)?.length ?? 0) < chunkSize) asked.delete(chunk);
    }
    asked.delete(chunkOf(visibleRow));
  }
  const stop = (): void => abort.abort();

  return { state, error, facts, row, read, restart, forget, stop };
}

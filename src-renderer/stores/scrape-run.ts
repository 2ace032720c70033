import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { ApiError, toApiError } from '../api/client';
import { engineApi } from '../api/engine-api';
import type { StreamEvent } from '../api/event-stream';
import type { ScrapeDocument, ScrapeRequest } from '../api/types';
import { newJobId } from '../text/uuid';
import { useEngine } from './engine';

/** The run the Playground shows: going on, ended well, or failed. */
export const useScrapeRun = defineStore('scrape-run', () => {
  const engine = useEngine();
  const state = ref<'idle' | 'running' | 'opening' | 'done' | 'failed' | 'cancelled'>('idle');
  const jobId = ref<string>();
  const request = shallowRef<ScrapeRequest>();
  const document = shallowRef<ScrapeDocument>();
  const error = shallowRef<ApiError>();
  const stages = ref<readonly string[]>([]);
  const detail = ref<string>();
  const startedAt = ref(0);
  const tookMs = ref<number>();
  let abort: AbortController | undefined;

  engine.listen((event: StreamEvent) => {
    if (event.type !== 'scrape.progress' || event.jobId !== jobId.value || state.value !== 'running') return;
    const stage = String(event.data.stage ?? '');
    if (stage && stages.value.at(-1) !== stage) stages.value = [...stages.value, stage];
    detail.value = typeof event.data.detail === 'string' ? event.data.detail : undefined;
  });

  function begin(id: string, next: 'running' | 'opening'): AbortController {
    abort?.abort();
    abort = new AbortController();
    [state.value, jobId.value, stages.value, startedAt.value] = [next, id, ['queued'], Date.now()];
    document.value = error.value = detail.value = tookMs.value = undefined;
    return abort;
  }

  function fail(thrown: unknown): void {
    error.value = toApiError(thrown);
    state.value = error.value.code === 'CANCELLED' ? 'cancelled' : 'failed';
  }

  /** Scrapes; ends in done, failed or cancelled. */
  async function run(body: ScrapeRequest): Promise<void> {
    const mine = begin(newJobId(), 'running');
    request.value = body;
    try {
      const answer = await engineApi.scrape(body, jobId.value ?? '', mine.signal);
      if (abort !== mine) return;
      document.value = answer.data;
      state.value = 'done';
    } catch (thrown) {
      if (abort !== mine) return;
      fail(thrown);
    }
    tookMs.value = Date.now() - startedAt.value;
  }

  /** Shows a past scrape; gives back the request it was made by. */
  async function open(id: string): Promise<ScrapeRequest | undefined> {
    const mine = begin(id, 'opening');
    try {
      const record = await engineApi.historyRecord(id);
      if (abort !== mine) return undefined;
      request.value = record.request;
      tookMs.value = record.durationMs;
      await show(record.id, record.error).catch(fail);
      return record.request;
    } catch (thrown) {
      if (abort === mine) fail(thrown);
      return undefined;
    }
  }

  async function show(id: string, failure?: { code: string; message: string }): Promise<void> {
    if (failure) throw new ApiError(failure.code, failure.message, 0);
    document.value = (await engineApi.scrapeResult(id)).data;
    state.value = 'done';
  }

  const cancel = (): void => abort?.abort();
  /** Back to the empty state. */
  const clear = (): void => {
    abort = undefined;
    state.value = 'idle';
    document.value = error.value = jobId.value = undefined;
  };
  const busy = computed(() => state.value === 'running' || state.value === 'opening');

  return { state, busy, jobId, request, document, error, stages, detail, startedAt, tookMs, run, open, cancel, clear };
});

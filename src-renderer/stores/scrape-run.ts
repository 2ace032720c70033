import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { ApiError, toApiError } from '../api/client';
import { engineApi } from '../api/engine-api';
import type { StreamEvent } from '../api/event-stream';
import type { Recognition } from '../api/job-types';
import type { HistoryRecord, ScrapeDocument, ScrapeRequest } from '../api/types';
import { engineMessage } from '../display/messages/engine-message';
import { recognitionText } from '../display/recognition-words';
import { newJobId } from '../display/uuid';
import { useEngine } from './engine';

/** Tracks the progress of a run: the stages so far, and a message about the current stage. */
function followProgress(isShown: (jobId: string | undefined) => boolean) {
  const stages = ref<readonly string[]>([]);
  const detail = ref<string>();
  useEngine().listen((event: StreamEvent) => {
    if (!['scrape.progress', 'parse.progress'].includes(event.type) || !isShown(event.jobId)) return;
    const stage = String(event.data.stage ?? '');
    if (stage && stages.value.at(-1) !== stage) stages.value = [...stages.value, stage];
    detail.value = recognitionText(event.data.recognition as Recognition | undefined);
  });
  return { stages, detail };
}

/** Ensures that only the latest call takes effect, by aborting the previous one. */
function lastCall() {
  let last: AbortController | undefined;
  return {
    begin(): AbortController {
      last?.abort();
      last = new AbortController();
      return last;
    },
    isLast: (call: AbortController): boolean => call === last,
    cancel: (): void => last?.abort(),
    forget(): void {
      last = undefined;
    },
  };
}

/** Returns the state of the displayed run, and functions to change it. */
function shownRun() {
  const state = ref<'idle' | 'running' | 'opening' | 'done' | 'failed' | 'cancelled'>('idle');
  const jobId = ref<string>();
  const request = shallowRef<ScrapeRequest>();
  const document = shallowRef<ScrapeDocument>();
  const error = shallowRef<ApiError>();
  const startedAt = ref(0);
  const tookMs = ref<number>();
  const calls = lastCall();
  const { stages, detail } = followProgress((id) => id === jobId.value && state.value === 'running');

  function begin(id: string, next: 'running' | 'opening'): AbortController {
    [state.value, jobId.value, stages.value, startedAt.value] = [next, id, ['queued'], Date.now()];
    document.value = error.value = detail.value = tookMs.value = undefined;
    return calls.begin();
  }
  function fail(thrown: unknown): void {
    error.value = toApiError(thrown);
    state.value = error.value.code === 'CANCELLED' ? 'cancelled' : 'failed';
  }
  function succeed(answer: ScrapeDocument): void {
    document.value = answer;
    state.value = 'done';
  }
  /** Resets the run to the empty state. */
  function clear(): void {
    calls.forget();
    state.value = 'idle';
    document.value = error.value = jobId.value = undefined;
  }

  const shown = { state, jobId, request, document, error, stages, detail, startedAt, tookMs, clear };
  return { shown, calls, begin, fail, succeed };
}

/** Returns the result of a past scrape, or throws its error if the scrape failed. */
async function pastAnswer({ id, error }: HistoryRecord): Promise<ScrapeDocument> {
  if (error) throw new ApiError(error.code, engineMessage(error.message), 0);
  return (await engineApi.scrapeResult(id)).data;
}

/** State, request and result of the Playground's run. */
export const useScrapeRun = defineStore('scrape-run', () => {
  const { shown, calls, begin, fail, succeed } = shownRun();
  const { state, request, startedAt, tookMs } = shown;

  /** Shows why the request cannot be sent. */
  function refuse(why: ApiError): void {
    begin(newJobId(), 'running').abort();
    fail(why);
  }

  /** Starts a scrape. The final state is `done`, `failed` or `cancelled`. */
  const run = (body: ScrapeRequest): Promise<void> => follow(body, (id, signal) => engineApi.scrape(body, id, signal));

  /** Reads a file. The final state is `done`, `failed` or `cancelled`. */
  async function parse(file: File, options: ScrapeRequest): Promise<void> {
    const form = new FormData();
    form.append('options', JSON.stringify(options));
    form.append('file', file, file.name);
    await follow(options, (id, signal) => engineApi.parse(form, id, signal));
  }

  async function follow(
    body: ScrapeRequest,
    send: (id: string, signal: AbortSignal) => Promise<{ readonly data: ScrapeDocument }>,
  ): Promise<void> {
    const id = newJobId();
    const mine = begin(id, 'running');
    request.value = body;
    try {
      const { data } = await send(id, mine.signal);
      if (calls.isLast(mine)) succeed(data);
    } catch (thrown) {
      if (calls.isLast(mine)) fail(thrown);
    }
    if (calls.isLast(mine)) tookMs.value = Date.now() - startedAt.value;
  }

  /** Shows a past scrape and returns its request. */
  async function open(id: string): Promise<ScrapeRequest | undefined> {
    const mine = begin(id, 'opening');
    try {
      const record = await engineApi.historyRecord(id);
      if (!calls.isLast(mine)) return undefined;
      [request.value, tookMs.value] = [record.request, record.durationMs];
      await pastAnswer(record).then(succeed, fail);
      return record.request;
    } catch (thrown) {
      if (calls.isLast(mine)) fail(thrown);
      return undefined;
    }
  }

  const busy = computed(() => state.value === 'running' || state.value === 'opening');

  return { ...shown, busy, run, parse, refuse, open, cancel: calls.cancel };
});

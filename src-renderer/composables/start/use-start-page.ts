import { onScopeDispose, ref, shallowRef } from 'vue';
import type { LiveFacts, LiveMessage } from '../../../core/common/live';
import { type ApiError, toApiError } from '../../api/client';
import { liveApi } from '../../api/live-api';
import { type LiveStreamControl, openLiveStream } from '../../api/live-stream';
import { useStartedPage } from '../../stores/started-page';
import { openPage } from '../live/open-page';
import { pageLists } from './page-lists';

/** Opens a page and finds the lists on it. */
export function useStartPage() {
  const state = ref<'idle' | 'opening' | 'live' | 'failed'>('idle');
  const facts = shallowRef<LiveFacts>();
  const error = shallowRef<ApiError>();
  const { lists, read, see, clear } = pageLists();
  let url = '';
  /** Incremented for each opened page, so that responses for an earlier page can be discarded. */
  let turn = 0;
  let stream: LiveStreamControl | undefined;

  function close(): void {
    turn++;
    if (facts.value) void liveApi.close(facts.value.id).catch(() => undefined);
    stream?.end();
    clear();
    [stream, facts.value, error.value, state.value] = [undefined, undefined, undefined, 'idle'];
  }

  async function open(address: string): Promise<void> {
    close();
    const mine = turn;
    [url, state.value] = [address, 'opening'];
    try {
      const opened = await openPage(address, {});
      if (mine !== turn) return void liveApi.close(opened.id).catch(() => undefined);
      [facts.value, state.value] = [opened, 'live'];
      stream = openLiveStream(opened.id, { message: take, ended: () => undefined }, { nodes: false });
      await read(opened.id);
    } catch (thrown) {
      if (mine === turn) [error.value, state.value] = [toApiError(thrown), 'failed'];
    }
  }

  async function take(message: LiveMessage): Promise<void> {
    if (message.type === 'facts') facts.value = message.facts;
    else if (message.type !== 'picture') see(message.version);
  }

  /** Passes the open page to the table builder. `pick` is the ID of a value in the chosen list. */
  function handOver(pick?: number): void {
    const { id } = facts.value ?? {};
    if (id === undefined) return;
    useStartedPage().offer({ id, url, ...(pick === undefined ? {} : { pick }) });
    facts.value = undefined;
  }

  onScopeDispose(close);
  return { state, facts, lists, error, open, close, handOver };
}

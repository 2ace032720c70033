import { onScopeDispose, type Ref, reactive, shallowRef } from 'vue';
import type { LiveElement, LiveFacts, LiveInput, LiveMessage } from '../../../core/common/live';
import { type ApiError, toApiError } from '../../api/client';
import { type LiveOptions, liveApi } from '../../api/live-api';
import { type LiveStreamControl, openLiveStream } from '../../api/live-stream';
import { useStartedPage } from '../../stores/started-page';
import { openPage } from './open-page';
import { type MirrorListener, useMirror } from './use-mirror';

/** State of a live page in this window. */
export interface LiveState extends LiveFacts {
  /** True once the page has been drawn. */
  readonly shown: boolean;
  /** Increases whenever a change is drawn. */
  readonly version: number;
  /** Reason why opening the page or navigating failed. */
  readonly error?: ApiError;
}

/** A message with a screenshot of the page. */
export type LivePicture = Extract<LiveMessage, { type: 'picture' }>;

/** Listener for a live page. */
export interface LivePageListener extends MirrorListener {
  /** Forwards the user's input in the mirror to the live page. */
  act(id: string, input: LiveInput): Promise<unknown>;
}

const closed: LiveState = {
  id: '',
  state: 'gone',
  address: '',
  title: '',
  canGoBack: false,
  width: 0,
  notices: [],
  shown: false,
  version: 0,
};

/** A live page in a frame of this window, with functions to open, draw, inspect and use it. */
export function useLivePage(frame: Ref<HTMLIFrameElement | undefined>, listener: LivePageListener) {
  const state = reactive<{ value: LiveState }>({ value: { ...closed } });
  let stream: LiveStreamControl | undefined;
  let isJoined = false;
  const picture = shallowRef<LivePicture>();
  /** Incremented for each opened page, so that late responses for an earlier page can be discarded. */
  let turn = 0;
  const send = inOrder(listener, () => state.value.id);
  const mirror = useMirror(frame, listener, send);

  const change = (changes: Partial<LiveState>): void => {
    state.value = { ...state.value, ...changes };
  };

  async function open(url: string, options: LiveOptions): Promise<void> {
    if (state.value.id && state.value.state === 'live') return attempt(() => liveApi.navigate(state.value.id, url));
    close();
    await show(openOrTakeOver(url, options), url);
  }

  async function show(asked: Promise<LiveFacts>, address: string, joined = false): Promise<void> {
    const mine = ++turn;
    isJoined = joined;
    state.value = { ...closed, state: 'opening', address };
    try {
      const facts = await asked;
      if (mine !== turn) return isJoined ? undefined : void liveApi.close(facts.id).catch(() => {});
      change(facts);
      stream = openLiveStream(facts.id, { message: take, ended: () => change({ state: 'gone', id: '' }) });
    } catch (thrown) {
      if (mine === turn) change({ state: 'gone', error: toApiError(thrown) });
    }
  }

  function close(): void {
    turn++;
    stream?.end();
    stream = undefined;
    picture.value = undefined;
    if (state.value.id && !isJoined) void liveApi.close(state.value.id).catch(() => {});
    state.value = { ...closed };
  }

  async function attempt(work: () => Promise<LiveFacts>): Promise<void> {
    const mine = turn;
    change({ error: undefined });
    try {
      const facts = await work();
      if (mine === turn) change(facts);
    } catch (thrown) {
      if (mine === turn) change({ error: toApiError(thrown) });
    }
  }

  async function take(message: LiveMessage): Promise<void> {
    if (message.type === 'facts') return change(message.facts);
    if (message.type === 'picture') {
      picture.value = message;
      return;
    }
    if (message.type === 'page') await mirror.draw(message, () => change({ shown: true }));
    else mirror.apply(message.changes);
    mirror.redrawOutlines();
    change({ shown: true, version: message.version });
  }

  onScopeDispose(close);
  return {
    state,
    picture,
    ...{ send, mirror: mirror.elements },
    /** Turns screenshots of the page on or off. */
    showPictures: (on: boolean) => {
      stream?.pictures(on);
      if (!on) picture.value = undefined;
    },
    open,
    /** Shows a page that is already open elsewhere. `close` then leaves the page open. */
    join: (id: string) => show(liveApi.facts(id), '', true),
    close,
    ...callsOf(() => state.value.id, attempt),
  };
}

/** Opens a page, or takes over the page if the Start view has already opened it. */
const openOrTakeOver = async (url: string, options: LiveOptions): Promise<LiveFacts> =>
  (await useStartedPage().take(url)) ?? openPage(url, options);

/** API calls for the open page. */
const callsOf = (id: () => string, attempt: (work: () => Promise<LiveFacts>) => Promise<void>) => ({
  elementAt: (x: number, y: number) => liveApi.at(id(), x, y).catch((): LiveElement => ({})),
  move: (move: 'back' | 'reload') => attempt(() => liveApi.move(id(), move)),
  resize: (width: number) => attempt(() => liveApi.resize(id(), width)),
  reopen: () => attempt(() => liveApi.move(id(), 'reopen')),
});

/** Returns a function that performs inputs in sequence. Drops inputs for a page that is no longer open. */
function inOrder(listener: LivePageListener, id: () => string) {
  let last: Promise<unknown> = Promise.resolve();
  return (input: LiveInput): void => {
    const page = id();
    last = last.then(() => (page === id() ? listener.act(page, input) : undefined)).catch(() => {});
  };
}

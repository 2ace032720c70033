import { onScopeDispose, type Ref, reactive, shallowRef } from 'vue';
import type { LiveElement, LiveFacts, LiveInput, LiveMessage } from '../../../core/common/live';
import { type ApiError, toApiError } from '../../api/client';
import { type LiveOptions, liveApi } from '../../api/live-api';
import { type LiveStreamControl, openLiveStream } from '../../api/live-stream';
import { type MirrorListener, useMirror } from './use-mirror';

/** What is known of a live page in this window. */
export interface LiveState extends LiveFacts {
  /** True once the page is drawn. */
  readonly shown: boolean;
  /** Grows with every change of the page that is drawn. */
  readonly version: number;
  /** Why it could not be opened or moved. */
  readonly error?: ApiError;
}

/** The page as it is painted. */
export type LivePicture = Extract<LiveMessage, { type: 'picture' }>;

/** Listener of a live page. */
export interface LivePageListener extends MirrorListener {
  /** Does in the page of an id what was done in its mirror. */
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

/** One live page in a frame of this window: opened, drawn, pointed at and used. */
export function useLivePage(frame: Ref<HTMLIFrameElement | undefined>, listener: LivePageListener) {
  const state = reactive<{ value: LiveState }>({ value: { ...closed } });
  let stream: LiveStreamControl | undefined;
  const picture = shallowRef<LivePicture>();
  /** Grows with every page that is opened, so that late answers are known. */
  let turn = 0;
  let inputs: Promise<unknown> = Promise.resolve();
  const mirror = useMirror(frame, listener, send);

  const change = (changes: Partial<LiveState>): void => {
    state.value = { ...state.value, ...changes };
  };

  async function open(url: string, options: LiveOptions): Promise<void> {
    if (state.value.id && state.value.state === 'live') return attempt(() => liveApi.navigate(state.value.id, url));
    close();
    const mine = ++turn;
    state.value = { ...closed, state: 'opening', address: url };
    try {
      const facts = await liveApi.open(url, options);
      if (mine !== turn) return void liveApi.close(facts.id).catch(() => {});
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
    if (state.value.id) void liveApi.close(state.value.id).catch(() => {});
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

  /** Input goes to the page in the order it was given. */
  function send(input: LiveInput): void {
    const { id } = state.value;
    inputs = inputs.then(() => (id === state.value.id ? listener.act(id, input) : undefined)).catch(() => {});
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
    send,
    /** Shows the page as it is painted, or no more. */
    showPictures: (on: boolean) => {
      stream?.pictures(on);
      if (!on) picture.value = undefined;
    },
    elementAt: (x: number, y: number) => liveApi.at(state.value.id, x, y).catch((): LiveElement => ({})),
    open,
    close,
    move: (move: 'back' | 'reload') => attempt(() => liveApi.move(state.value.id, move)),
    resize: (width: number) => attempt(() => liveApi.resize(state.value.id, width)),
    reopen: () => attempt(() => liveApi.move(state.value.id, 'reopen')),
  };
}

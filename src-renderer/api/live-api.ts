import type { grownAnswer, listsAnswer, liveTable, TablePicks } from '../../core/common/api/live-table';
import type {
  forgottenAnswer,
  livePicture,
  performedStep,
  RecordInput,
  recordedSteps,
  StepElement,
} from '../../core/common/api/recorded-step';
import type { doneAnswer } from '../../core/common/api/responses';
import type { LiveInput, liveElement, liveFacts } from '../../core/common/live';
import { call } from './client';

/** Scrape options that apply to a live page, without the URL. */
export type LiveOptions = Readonly<Record<string, unknown>>;

/** Scrape options that affect how a page is opened. */
export const pageOptions: readonly string[] = [
  'mobile',
  'location',
  'proxy',
  'profile',
  'headers',
  'blockAds',
  'skipTlsVerification',
];

/** An action as it appears in requests. */
export type WireAction = Readonly<Record<string, unknown>>;

const path = (id: string): string => `/local/live/${encodeURIComponent(id)}`;

/** API calls for live pages. */
export const liveApi = {
  open: (url: string, options: LiveOptions) =>
    call<typeof liveFacts>('POST', '/local/live', { body: { ...options, url } }),
  facts: (id: string) => call<typeof liveFacts>('GET', path(id)),
  close: (id: string) => call<typeof doneAnswer>('DELETE', path(id)),
  navigate: (id: string, url: string) => call<typeof liveFacts>('POST', `${path(id)}/navigate`, { body: { url } }),
  move: (id: string, move: 'back' | 'reload' | 'reopen') => call<typeof liveFacts>('POST', `${path(id)}/${move}`),
  resize: (id: string, width: number) => call<typeof liveFacts>('POST', `${path(id)}/resize`, { body: { width } }),
  at: (id: string, x: number, y: number) => call<typeof liveElement>('POST', `${path(id)}/at`, { body: { x, y } }),
  input: (id: string, input: LiveInput) => call<typeof doneAnswer>('POST', `${path(id)}/input`, { body: input }),
  /** Sends an input to the page and records it. Returns the recorded steps. */
  record: (id: string, input: RecordInput) => call<typeof recordedSteps>('POST', `${path(id)}/record`, { body: input }),
  perform: (id: string, action: WireAction, element: StepElement | undefined) =>
    call<typeof performedStep>('POST', `${path(id)}/perform`, {
      body: { actions: [action], ...(element ? { element } : {}) },
    }),
  forget: (id: string, secrets: readonly string[]) =>
    call<typeof forgottenAnswer>('POST', `${path(id)}/forget`, { body: { secrets } }),
  restart: (id: string, url: string) => call<typeof liveFacts>('POST', `${path(id)}/restart`, { body: { url } }),
  picture: (id: string) => call<typeof livePicture>('GET', `${path(id)}/picture`),
  /** Scrolls to the end of a list and back, to check whether the list grows. */
  grow: (id: string, records: string) => call<typeof grownAnswer>('POST', `${path(id)}/grow`, { body: { records } }),
  lists: (id: string) => call<typeof listsAnswer>('GET', `${path(id)}/lists`),
  table: (id: string, picks: TablePicks) => call<typeof liveTable>('POST', `${path(id)}/table`, { body: picks }),
};

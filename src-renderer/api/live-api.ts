import type { LiveTable, TablePicks } from '../../core/common/api/live-table';
import type {
  LivePictureAnswer,
  PerformedStep,
  RecordedSteps,
  RecordInput,
  StepElement,
} from '../../core/common/api/recorded-step';
import type { LiveElement, LiveFacts, LiveInput } from '../../core/common/live';
import { call } from './client';

/** How a live page is asked for, besides its address: fields of a scrape. */
export type LiveOptions = Readonly<Record<string, unknown>>;

/** Options of a scrape that say how its page is opened. */
export const pageOptions: readonly string[] = [
  'mobile',
  'location',
  'proxy',
  'profile',
  'headers',
  'blockAds',
  'skipTlsVerification',
];

/** An action as a request has it. */
export type WireAction = Readonly<Record<string, unknown>>;

const path = (id: string): string => `/local/live/${encodeURIComponent(id)}`;

/** Calls about live pages. */
export const liveApi = {
  open: (url: string, options: LiveOptions) => call<LiveFacts>('POST', '/local/live', { body: { ...options, url } }),
  close: (id: string) => call<unknown>('DELETE', path(id)),
  navigate: (id: string, url: string) => call<LiveFacts>('POST', `${path(id)}/navigate`, { body: { url } }),
  move: (id: string, move: 'back' | 'reload' | 'reopen') => call<LiveFacts>('POST', `${path(id)}/${move}`),
  resize: (id: string, width: number) => call<LiveFacts>('POST', `${path(id)}/resize`, { body: { width } }),
  at: (id: string, x: number, y: number) => call<LiveElement>('POST', `${path(id)}/at`, { body: { x, y } }),
  input: (id: string, input: LiveInput) => call<unknown>('POST', `${path(id)}/input`, { body: input }),
  /** Does an input and answers the steps it makes. */
  record: (id: string, input: RecordInput) => call<RecordedSteps>('POST', `${path(id)}/record`, { body: input }),
  perform: (id: string, action: WireAction, element: StepElement | undefined) =>
    call<PerformedStep>('POST', `${path(id)}/perform`, {
      body: { actions: [action], ...(element ? { element } : {}) },
    }),
  forget: (id: string, secrets: readonly string[]) =>
    call<unknown>('POST', `${path(id)}/forget`, { body: { secrets } }),
  restart: (id: string, url: string) => call<LiveFacts>('POST', `${path(id)}/restart`, { body: { url } }),
  picture: (id: string) => call<LivePictureAnswer>('GET', `${path(id)}/picture`),
  /** Scrolls to the end of a list and back, to see whether it grows. */
  grow: (id: string, records: string) =>
    call<{ readonly grows: boolean }>('POST', `${path(id)}/grow`, { body: { records } }),
  table: (id: string, picks: TablePicks) => call<LiveTable>('POST', `${path(id)}/table`, { body: picks }),
};

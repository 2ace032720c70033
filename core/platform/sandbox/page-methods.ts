/** Methods of the live page that a sandboxed action may call. */
export const pageMethods = [
  ...(['html', 'click', 'locate', 'moveMouse', 'write', 'selectText', 'writeSecret', 'choose', 'press'] as const),
  ...(['scroll', 'waitForSelector', 'wait', 'evaluate', 'screenshot', 'pdf'] as const),
] as const;

/** State of a live page after a call; the methods of `LivePage` that return no promise read it. */
export interface PageState {
  readonly url: string;
  /** Number of requests in flight that are at most as old as each age, in ms. */
  readonly pending: readonly (readonly [ageMs: number, count: number])[];
}

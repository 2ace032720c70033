/** Methods of the live page that a sandboxed action may call. */
export const pageMethods = [
  ...(['html', 'click', 'locate', 'moveMouse', 'write', 'selectText', 'writeSecret', 'choose', 'press'] as const),
  ...(['scroll', 'waitForSelector', 'wait', 'evaluate', 'screenshot', 'pdf'] as const),
] as const;

/** State of a live page after a call. The synchronous methods of `LivePage` read this state. */
export interface PageState {
  readonly url: string;
  /** Number of in-flight requests that are at most `ageMs` old, for several ages. */
  readonly pending: readonly (readonly [ageMs: number, count: number])[];
}

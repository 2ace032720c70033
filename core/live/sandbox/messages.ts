/** A request to run code, sent to the process that hosts the sandbox. */
export interface CodeRequest {
  /** WebSocket URL of the page's DevTools gate (see `CdpGate`). */
  readonly endpoint: string;
  readonly language: 'node' | 'bash';
  readonly code: string;
  readonly timeoutMs: number;
}

/** Outcome of a code run. */
export interface CodeOutcome {
  readonly stdout: string;
  readonly stderr: string;
  /** Returned value as text: strings unchanged, other values as JSON. */
  readonly result: string;
  readonly exitCode: number;
  /** True when the code was stopped because it reached its timeout. */
  readonly killed: boolean;
  /** True when the output or the result exceeded its maximum length and was truncated. */
  readonly truncated: boolean;
  readonly error?: string;
}

/** Initial data for a guest. */
export interface GuestData {
  readonly code: string;
  /** Time at which the code is interrupted, in ms since the epoch. */
  readonly deadline: number;
  readonly state: PageState;
}

/** A call from the guest to a host object. */
export interface GuestCall {
  readonly type: 'call';
  readonly id: number;
  /** The call as JSON. It is untrusted, because the guest can send anything. */
  readonly json: string;
}

/** Messages from the guest thread. */
export type GuestMessage =
  | GuestCall
  | { readonly type: 'log'; readonly level: 'out' | 'error'; readonly text: string }
  | { readonly type: 'done'; readonly result: string }
  | { readonly type: 'failed'; readonly error: string };

/** Snapshot of the page's state. It allows `page.url()` and similar methods to be synchronous in the guest. */
export interface PageState {
  readonly url: string;
  readonly closed: boolean;
  readonly viewport: { readonly width: number; readonly height: number } | null;
}

/** Messages to the guest thread. */
export type HostMessage =
  | {
      readonly type: 'reply';
      readonly id: number;
      readonly ok: boolean;
      readonly json: string;
      readonly state: PageState;
    }
  | { readonly type: 'event'; readonly json: string; readonly state: PageState };

/** Maximum length of a call, in characters. */
export const maxCallChars = 1024 * 1024;
/** Maximum length of a reply, in characters. */
export const maxReplyChars = 16 * 1024 * 1024;
/** Maximum number of calls in progress. */
export const maxCallsInFlight = 64;
/** Maximum length of each output stream (stdout and stderr), in characters. */
export const maxOutputChars = 1024 * 1024;

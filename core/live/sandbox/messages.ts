/** A run of code, sent to the process that hosts the sandbox. */
export interface CodeRequest {
  /** WebSocket URL of the page's gate. */
  readonly endpoint: string;
  readonly language: 'node' | 'bash';
  readonly code: string;
  readonly timeoutMs: number;
}

/** Outcome of a run. */
export interface CodeOutcome {
  readonly stdout: string;
  readonly stderr: string;
  /** Returned value: strings as they are, other values as JSON. */
  readonly result: string;
  readonly exitCode: number;
  /** True when the code was stopped at its timeout. */
  readonly killed: boolean;
  /** True when output was cut. */
  readonly truncated: boolean;
  readonly error?: string;
}

/** Start data of a guest. */
export interface GuestData {
  readonly code: string;
  /** Time at which the code is interrupted, ms since the epoch. */
  readonly deadline: number;
  readonly state: PageState;
}

/** Call of the guest to an object of the host. */
export interface GuestCall {
  readonly type: 'call';
  readonly id: number;
  /** JSON of the call; the guest may send anything. */
  readonly json: string;
}

/** Messages of the guest thread. */
export type GuestMessage =
  | GuestCall
  | { readonly type: 'log'; readonly level: 'out' | 'error'; readonly text: string }
  | { readonly type: 'done'; readonly result: string }
  | { readonly type: 'failed'; readonly error: string };

/** Snapshot of the page that makes `page.url()` and the like synchronous in the guest. */
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

/** Maximum length of a call, characters. */
export const maxCallChars = 1024 * 1024;
/** Maximum length of a reply, characters. */
export const maxReplyChars = 16 * 1024 * 1024;
/** Maximum number of calls in progress. */
export const maxCallsInFlight = 64;
/** Maximum length of stdout and of stderr, characters. */
export const maxOutputChars = 1024 * 1024;

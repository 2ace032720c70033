import type { FlatDom } from './flat-dom';

/** Limits of a sandboxed plugin. */
export const sandboxLimits = {
  /** Maximum memory: 32 MB, in pages of 64 kB. */
  memoryPages: 512,
  stackBytes: 256 * 1024,
  /** Maximum CPU time between two host calls, in ms. */
  sliceMs: 500,
  /** Maximum duration of a call in ms, excluding the time spent on requests. */
  callMs: 2000,
  /** Maximum length of a result, in characters. */
  outputChars: 5 * 1024 * 1024,
  /** Maximum nesting depth of a result. */
  outputDepth: 200,
  descriptionChars: 64 * 1024,
  warnings: 20,
  /** Maximum number of log lines in a call, and maximum length of a log line or error message in characters. */
  logLines: 50,
  sentenceChars: 500,
  /** Maximum number of requests to each engine service per call. */
  requests: { http: 10, notify: 10, page: 500 },
  requestChars: 5 * 1024 * 1024,
  responseBytes: 5 * 1024 * 1024,
  /** Maximum size of a file unpacked from an archive, in bytes. */
  unpackedBytes: 16 * 1024 * 1024,
  /** Number of faults after which a plugin is disabled. */
  faults: 3,
  /** Maximum number of concurrent calls that wait for requests. Each call runs on a separate thread. */
  threads: 4,
} as const;

/** Asynchronous engine services: the network, desktop notifications and the page of an action. */
export type HostServiceName = keyof typeof sandboxLimits.requests;

/** Plugin function that a call runs. */
export type GuestMethod = 'derive' | 'search' | 'deliver' | 'extract' | 'ask' | 'list' | 'parse' | 'run';

/** A value that a call needs, in the form passed to the sandbox. */
export type SandboxValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'text' | 'json'; readonly text: string }
  | { readonly kind: 'page'; readonly text: string; readonly body: Uint8Array }
  | { readonly kind: 'bytes'; readonly body: Uint8Array }
  | { readonly kind: 'dom'; readonly dom: FlatDom };

/** Input of a call, passed to the guest as JSON. */
export interface CallInput {
  /** Position of the plugin in the default export. */
  readonly index: number;
  readonly method: GuestMethod;
  /** Kind of each value, keyed by name. */
  readonly kinds: Readonly<Record<string, SandboxValue['kind']>>;
  /** Small values, such as settings. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** A plugin's description of itself, which is untrusted. */
export interface PluginDescription {
  readonly kind: string;
  readonly id: string;
  readonly summary: string;
  readonly needs?: readonly string[];
  readonly as?: string;
  readonly requires?: readonly string[];
  readonly versions?: readonly string[];
  readonly sources?: readonly string[];
  readonly mediaTypes?: readonly string[];
  readonly extensions?: readonly string[];
  readonly whenOff?: string;
  readonly fallback?: boolean;
  readonly optIn?: boolean;
  readonly takesPictures?: boolean;
  /** True for a model that can also answer questions without a page. */
  readonly asks?: boolean;
  /** JSON schema of the options, or of an action's fields. */
  readonly options?: object;
  readonly config?: object;
  /** Names of the plugin's fields that only trusted plugins may have. */
  readonly trustedFields: readonly string[];
}

/** Initial data of a plugin's thread. */
export interface PluginThreadData {
  /** Source of the plugin's script. */
  readonly code: string;
}

/** A call to a plugin. */
export interface PluginCall {
  readonly type: 'call';
  readonly input: Omit<CallInput, 'kinds'>;
  readonly values: Readonly<Record<string, SandboxValue>>;
}

/** Messages to a plugin's thread. */
export type ToPluginThread =
  | PluginCall
  | {
      readonly type: 'response';
      readonly id: number;
      readonly ok: boolean;
      readonly json: string;
      readonly body: Uint8Array;
    };

/** A failed call. */
export interface FailedCall {
  readonly type: 'failed';
  readonly error: string;
  /** True if the plugin exceeded a limit. */
  readonly isFault: boolean;
  /** True if the thread cannot be used again. */
  readonly isDead: boolean;
  readonly cpuMs: number;
}

/** Messages from a plugin's thread. */
export type FromPluginThread =
  | { readonly type: 'ready'; readonly json: string; readonly imports: readonly string[] }
  | { readonly type: 'unusable'; readonly error: string }
  | { readonly type: 'result'; readonly json: string; readonly cpuMs: number }
  | FailedCall
  | { readonly type: 'log'; readonly level: 'info' | 'warn'; readonly text: string }
  | {
      readonly type: 'request';
      readonly id: number;
      readonly service: HostServiceName;
      readonly json: string;
    };

import type { FormatCost } from '../../core/common/format-cost';
import type { JsonSchema } from '../schema/json-schema';

/** Who is signed in and what engine answers. */
export interface SessionInfo {
  /** What is to be told of a damaged data folder. */
  readonly warnings: readonly string[];
  readonly signedIn: boolean;
  /** False in a window that was opened with an API key: it may not run programs on this machine or take its data away. */
  readonly isOwner: boolean;
  readonly version: string;
  readonly dataDir: string;
  /** True when several processes may share its database. */
  readonly isShared: boolean;
  readonly baseUrl: string;
  readonly browser: { readonly found: boolean; readonly path?: string; readonly kind?: string };
  readonly vault?: string;
}

/** Something a request can choose by name: a format, an action or a parser. */
export interface Choice {
  readonly id: string;
  readonly summary: string;
  readonly schema?: JsonSchema;
  readonly needsBrowser?: boolean;
  readonly cost?: FormatCost;
  readonly requires?: readonly string[];
  readonly optIn?: boolean;
}

/** What a scrape can be asked for, as the engine tells it. */
export interface ScrapeSchema {
  readonly scrape: JsonSchema;
  readonly formats: readonly Choice[];
  readonly actions: readonly Choice[];
  readonly parsers: readonly Choice[];
  readonly countries: readonly string[];
}

/** The result of a scrape; fields of formats by plugins are there too. */
export interface ScrapeDocument {
  readonly warning?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly [format: string]: unknown;
}

/** A scrape request in its v2 form. */
export type ScrapeRequest = Readonly<Record<string, unknown>>;

/** One past scrape as the history lists it. */
export interface HistoryItem {
  readonly id: string;
  readonly url: string;
  readonly title?: string;
  readonly state: string;
  readonly statusCode?: number;
  readonly formats: readonly string[];
  readonly credits: number;
  readonly createdAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly error?: { readonly code: string; readonly message: string };
}

/** One past scrape with the request it was made by. */
export type HistoryRecord = HistoryItem & { readonly request: ScrapeRequest };

/** An API key as it is listed: never the key itself. */
export interface KeyItem {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly lastUsedAt?: string;
}

/** The user's settings with the schema their form is drawn from. */
export interface SettingsAnswer {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly schema: JsonSchema;
  /** What was damaged in the settings file and has not been set again. */
  readonly damaged: readonly { readonly setting: string; readonly entry?: string; readonly message: string }[];
  readonly run: Readonly<Record<string, unknown>>;
}

/** The model that reads pages for a profile, or for requests that name none. */
export interface ModelInUse {
  readonly profile?: string;
  /** Id of its plugin; absent when none can be asked. */
  readonly model?: string;
  /** True for the model that needs no settings. */
  readonly isFallback?: boolean;
  /** Why no model can be asked. */
  readonly problem?: string;
}

/** One loaded plugin. */
export interface PluginItem {
  readonly kind: string;
  readonly id: string;
  readonly summary: string;
  readonly builtIn: boolean;
  readonly file?: string;
  /** Schema of its settings; absent when it has none. */
  readonly config?: JsonSchema;
}

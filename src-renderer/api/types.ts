import type { Answer } from '../../core/common/answer';
import type { documentAnswer } from '../../core/common/api/responses';
import type { FormatCost } from '../../core/common/format-cost';
import type { JsonSchema } from '../../core/common/json-schema';

export type { HistoryItem, HistoryRecord } from '../../core/common/api/local-jobs';
export type {
  KeyItem,
  ModelInUse,
  PluginItem,
  SessionInfo,
  SettingsAnswer,
} from '../../core/common/api/workspace-answers';

/** Something a request can choose by name: a format, an action or a parser. */
export interface Choice {
  readonly id: string;
  /** Key of the translated summary, e.g. `format.markdown`. */
  readonly textKey: string;
  readonly summary: string;
  readonly schema?: JsonSchema;
  readonly needsBrowser?: boolean;
  readonly cost?: FormatCost;
  readonly requires?: readonly string[];
  readonly optIn?: boolean;
}

/** What a scrape can be asked for, as forms draw it. */
export interface ScrapeSchema {
  readonly scrape: JsonSchema;
  /** Request that reads a file. */
  readonly parse: JsonSchema;
  readonly formats: readonly Choice[];
  readonly actions: readonly Choice[];
  readonly parsers: readonly Choice[];
}

/** The result of a scrape; fields of formats by plugins are there too. */
export type ScrapeDocument = Answer<typeof documentAnswer>;

/** A scrape request in its v2 form. */
export type ScrapeRequest = Readonly<Record<string, unknown>>;

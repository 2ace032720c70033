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

/** A format, action or parser that a request can specify. */
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

/** Schemas of scrape requests. The UI generates forms from them. */
export interface ScrapeSchema {
  readonly scrape: JsonSchema;
  /** Schema of a request to parse a file. */
  readonly parse: JsonSchema;
  readonly formats: readonly Choice[];
  readonly actions: readonly Choice[];
  readonly parsers: readonly Choice[];
}

/** Result of a scrape, including fields from plugin formats. */
export type ScrapeDocument = Answer<typeof documentAnswer>;

/** A scrape request as sent to the v2 API. */
export type ScrapeRequest = Readonly<Record<string, unknown>>;

import type { MessageParts } from '../../core/common/engine-messages/engine-messages';

/** Texts by key. */
export type Texts = Readonly<Record<string, string>>;

/** Translations of the engine's English texts. */
export interface EngineTexts {
  /** Names of options, formats and the like, keyed by API name, e.g. `onlyMainContent`. */
  readonly names: Texts;
  /** Names of choices and states, keyed by API value, e.g. `include`. */
  readonly values: Texts;
  /** Descriptions and summaries, keyed by text key, e.g. `crawl.limit` or `format.markdown`. */
  readonly texts: Texts;
  /**
   * Returns the key and values of an engine message. Undefined if the message is unknown. If `isPart` is true, also
   * recognizes parts of messages. Part of the language pack, because only translation needs it.
   */
  readonly partsOf: (english: string, isPart: boolean) => MessageParts | undefined;
}

/** Adds a prefix to the keys of shared texts, e.g. `url` → `model.google.url`. */
export const under = (key: string, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${key}.${name}`, text]));

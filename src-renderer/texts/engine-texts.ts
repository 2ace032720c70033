/** Texts by key. */
export type Texts = Readonly<Record<string, string>>;

/** Translations of texts that the engine delivers in English. */
export interface EngineTexts {
  /** Names of options, formats and the like, keyed by API name: `onlyMainContent`. */
  readonly names: Texts;
  /** Names of choices and states, keyed by API value: `include`. */
  readonly values: Texts;
  /** Descriptions and summaries by key: `crawl.limit`, `format.markdown`. */
  readonly texts: Texts;
}

/** Prefixes the keys of texts that several owners share: `url` → `model.google.url`. */
export const under = (key: string, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${key}.${name}`, text]));

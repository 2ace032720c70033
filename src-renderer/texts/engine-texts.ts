/** Texts by key. */
export type Texts = Readonly<Record<string, string>>;

/** Translations of texts that the engine delivers in English. */
export interface EngineTexts {
  /** Names of options, formats and the like, by their name in the API: `onlyMainContent`. */
  readonly names: Texts;
  /** Values to choose from and states, as the API sends them: `include`. */
  readonly values: Texts;
  /** Descriptions and summaries, by key: `crawl.limit`, `format.markdown`. */
  readonly texts: Texts;
}

/** Puts a key before those of texts that several owners share: `url` → `model.google.url`. */
export const under = (key: string, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${key}.${name}`, text]));

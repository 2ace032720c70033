import type { NDateLocale, NLocale } from 'naive-ui';
import type { en } from './en';
import type { EngineTexts } from './engine-texts';

/** Texts by area and key, in one language. */
export type Catalogue = { readonly [A in keyof typeof en]: Readonly<Record<keyof (typeof en)[A], string>> };

/** Key of a text: `area.key`. */
export type TextKey = { [A in keyof Catalogue & string]: `${A}.${keyof Catalogue[A] & string}` }[keyof Catalogue &
  string];

/** Texts loaded with a language other than English. */
export interface LanguagePack {
  readonly catalogue: Catalogue;
  readonly engine: EngineTexts;
  /** Texts of the widgets. */
  readonly widgets: NLocale;
  readonly dates: NDateLocale;
}

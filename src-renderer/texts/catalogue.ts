import type { NDateLocale, NLocale } from 'naive-ui';
import type { en } from './en';

/** Texts by area and name, in one language. */
export type Catalogue = { readonly [A in keyof typeof en]: Readonly<Record<keyof (typeof en)[A], string>> };

/** Name of a text: `area.name`. */
export type TextKey = { [A in keyof Catalogue & string]: `${A}.${keyof Catalogue[A] & string}` }[keyof Catalogue &
  string];

/** What is loaded with a language other than English. */
export interface LanguagePack {
  readonly catalogue: Catalogue;
  /** What the engine says of its kinds, options, settings and plugins, by the English text. */
  readonly engine: Readonly<Record<string, string>>;
  /** Texts of the widgets. */
  readonly widgets: NLocale;
  readonly dates: NDateLocale;
}

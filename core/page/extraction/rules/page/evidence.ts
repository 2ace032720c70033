import type { Document, Element } from 'domhandler';
import { textContent } from 'domutils';
import type { Metadata } from '../../../../common/model';
import type { MarkupItem } from '../../../../contract/markup-item';
import { surveyOf } from '../../../documents/content/page-survey';
import { baseUrlOf } from '../../../documents/content/urls';
import { dateStyleOf } from '../../../documents/metadata/date-style';
import { attributeItems } from '../markup/attribute-items';
import { JsonItems } from '../markup/json-items';
import { withShownPrices } from '../markup/shown-prices';
import type { ValuePlace } from '../values/coerce';
import { flag } from './flags';
import { moneyHabits } from './money-habits';
import { collectPairs, type Pair, titledPairs } from './pairs';
import { textOf } from './text-of';
import { type PageView, viewPage } from './view';

/** A meta tag of the page. */
export interface MetaTag {
  readonly content: string;
  readonly node: Element;
}

/** The parts of a page from which values are extracted. Each part is computed on first use. */
export class Evidence {
  #place: ValuePlace | undefined;
  #view: PageView | undefined;
  #pairs: readonly Pair[] | undefined;
  #items: readonly MarkupItem[] | undefined;
  readonly #made = new Map<unknown, unknown>();
  #metas: ReadonlyMap<string, readonly MetaTag[]> | undefined;

  constructor(
    readonly document: Document,
    readonly url: string,
    readonly metadata: Metadata,
  ) {}

  /** Calls a function only once per page and caches the result. */
  once<T>(make: (evidence: Evidence) => T): T {
    if (!this.#made.has(make)) this.#made.set(make, make(this));
    return this.#made.get(make) as T;
  }

  get view(): PageView {
    this.#view ??= viewPage(this.document, this.#titles);
    return this.#view;
  }

  get pairs(): readonly Pair[] {
    this.#pairs ??= [...collectPairs(this.view), ...titledPairs(this.document, this.view)].filter(
      ({ flags }) => !(flags & flag.silent),
    );
    return this.#pairs;
  }

  /** Items in JSON-LD, microdata and RDFa. Prices that contradict the visible page are corrected. */
  get items(): readonly MarkupItem[] {
    this.#items ??= withShownPrices([...this.#jsonLd(), ...attributeItems(this.document)], this);
    return this.#items;
  }

  /** Meta tags by lower-case name. */
  get metas(): ReadonlyMap<string, readonly MetaTag[]> {
    this.#metas ??= readMetas(surveyOf(this.document).facts);
    return this.#metas;
  }

  /** Inline scripts, which may contain the page's data. */
  get scripts(): readonly Element[] {
    return surveyOf(this.document).facts.filter(
      ({ name, attribs }) => name === 'script' && attribs.src === undefined && !/ld\+json/i.test(attribs.type ?? ''),
    );
  }

  get place(): ValuePlace {
    this.#place ??= { base: this.base, dates: dateStyleOf(this.document, this.url), money: this.once(moneyHabits) };
    return this.#place;
  }

  get base(): string {
    return baseUrlOf(this.document, this.url);
  }

  /** Headline of the page, or else its title. */
  get title(): string {
    const headline = this.view.headline ? textOf(this.view.headline) : '';
    return headline || String(this.metadata.title ?? '');
  }

  get #titles(): readonly string[] {
    const { title, ogTitle, headline } = this.metadata;
    return [ogTitle, title, headline].filter((text): text is string => typeof text === 'string' && text !== '');
  }

  #jsonLd(): readonly MarkupItem[] {
    const scripts = surveyOf(this.document).facts.filter(
      ({ name, attribs }) => name === 'script' && /ld\+json/i.test(attribs.type ?? ''),
    );
    return scripts.flatMap((node) => {
      const text = textContent(node);
      return new JsonItems('json-ld', node).ofJsonLd(text);
    });
  }
}

function readMetas(facts: readonly Element[]): ReadonlyMap<string, readonly MetaTag[]> {
  const metas = new Map<string, MetaTag[]>();
  for (const node of facts) {
    if (node.name !== 'meta') continue;
    const { name, property, content } = node.attribs;
    const key = (property ?? name ?? '').toLowerCase();
    if (key === '' || content === undefined || content.trim() === '') continue;
    const known = metas.get(key);
    if (known) known.push({ content: content.trim(), node });
    else metas.set(key, [{ content: content.trim(), node }]);
  }
  return metas;
}

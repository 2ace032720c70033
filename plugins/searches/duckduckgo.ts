import { setTimeout as pause } from 'node:timers/promises';
import type { Document, Element } from 'domhandler';
import { findAll, findOne, getElementsByTagName, hasAttrib, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import {
  AppError,
  defineSearch,
  type GuardedHttp,
  type SearchHit,
  type SearchQuery,
  spanOf,
  z,
} from '../../core/contract/plugin';

const config = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .default('https://html.duckduckgo.com/html/')
    .describe('URL of the search page that works without scripts.'),
  secondsBetween: z
    .number()
    .min(0)
    .max(3600)
    .default(15)
    .describe(
      'Minimum seconds between two requests; DuckDuckGo blocks clients that send more than a few requests a minute.',
    ),
  restMinutes: z
    .number()
    .min(0)
    .max(1440)
    .default(15)
    .describe('Minutes to pause after DuckDuckGo has asked for human verification.'),
});

const ages: Readonly<Record<string, string>> = { hour: 'd', day: 'd', week: 'w', month: 'm', year: 'y' };
/** Maximum number of result pages per search. */
const maxPages = 3;

/** `duckduckgo`: the DuckDuckGo website. Limits the request rate, and pauses when asked for human verification. */
export default defineSearch({
  id: 'duckduckgo',
  summary: 'Searches the web through the DuckDuckGo website, a few times a minute; used only when selected.',
  sources: ['web'],
  optIn: true,
  config,
  create(settings, { http }) {
    const asker = new ThrottledClient(settings, http);
    return {
      async search(query, signal) {
        const hits = new Map<string, SearchHit>();
        let fields: Fields | undefined = fieldsOf(query);
        for (let page = 0; fields && page < maxPages && hits.size < query.limit; page++) {
          const read: ReadPage = readPage(await asker.ask(fields, signal));
          for (const hit of read.hits) if (!hits.has(hit.url)) hits.set(hit.url, hit);
          fields = read.next;
        }
        const warning = query.location
          ? 'DuckDuckGo does not support locations, so the location was ignored.'
          : undefined;
        return { hits: [...hits.values()].slice(0, query.limit), warning };
      },
    };
  },
});

type Fields = Readonly<Record<string, string>>;

interface ReadPage {
  readonly hits: readonly SearchHit[];
  /** Form fields for requesting the next page. */
  readonly next: Fields | undefined;
}

/** Sends requests one at a time, with pauses. */
class ThrottledClient {
  readonly #settings: z.output<typeof config>;
  readonly #http: GuardedHttp;
  #last: Promise<unknown> = Promise.resolve();
  #nextAt = 0;
  #pausedUntil = 0;

  constructor(settings: z.output<typeof config>, http: GuardedHttp) {
    this.#settings = settings;
    this.#http = http;
  }

  ask(fields: Fields, signal: AbortSignal): Promise<string> {
    const asked = this.#last.then(() => this.#ask(fields, signal));
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  async #ask(fields: Fields, signal: AbortSignal): Promise<string> {
    this.#assertNotPaused();
    await pause(Math.max(0, this.#nextAt - performance.now()), undefined, { signal });
    this.#nextAt = performance.now() + this.#settings.secondsBetween * 1000;
    const answer = await this.#http.fetch(this.#settings.url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
      redirect: 'error',
      signal,
    });
    const html = await answer.text();
    // DuckDuckGo sends its human verification page with status 202.
    if (answer.status === 200 && !/anomaly-modal|anomaly\.js/.test(html)) return html;
    if (answer.status >= 500) throw failed(`DuckDuckGo returned status ${answer.status}; try again later.`);
    this.#pausedUntil = performance.now() + this.#settings.restMinutes * 60_000;
    throw failed(`DuckDuckGo asks for human verification (${answer.status}); ${this.#pause()}`);
  }

  #assertNotPaused(): void {
    if (performance.now() >= this.#pausedUntil) return;
    throw failed(`DuckDuckGo has asked for human verification; ${this.#pause()}`);
  }

  #pause(): string {
    const minutes = Math.max(1, Math.ceil((this.#pausedUntil - performance.now()) / 60_000));
    return `searches with it are paused for ${minutes} more minutes. Search less often, or choose another search service in Settings.`;
  }
}

const failed = (message: string): AppError => new AppError('SEARCH_FAILED', message);

function fieldsOf({ text, tbs, language, country }: SearchQuery): Fields {
  const age = ages[spanOf(tbs) ?? ''];
  return { q: text, b: '', kl: `${country}-${language}`, ...(age ? { df: age } : {}) };
}

const hasClass = (element: Element, name: string): boolean => (element.attribs.class ?? '').split(/\s+/).includes(name);

function readPage(html: string): ReadPage {
  const page = parseDocument(html);
  const boxes = findAll((element) => hasClass(element, 'result') && !hasClass(element, 'result--ad'), page.children);
  const isKnown = boxes.length > 0 || findOne((element) => hasClass(element, 'no-results'), page.children);
  if (!isKnown) throw failed('DuckDuckGo returned a page without a list of results; choose another search service.');
  return { hits: boxes.flatMap(toHit), next: nextFields(page) };
}

function toHit(box: Element): readonly SearchHit[] {
  const link = findOne((element) => hasClass(element, 'result__a'), box.children);
  const url = link && targetOf(link.attribs.href ?? '');
  if (!url) return [];
  const snippet = findOne((element) => hasClass(element, 'result__snippet'), box.children);
  const description = snippet && lineOf(snippet);
  return [{ url, title: lineOf(link) || url, ...(description ? { description } : {}) }];
}

const lineOf = (element: Element): string => textContent(element).replace(/\s+/g, ' ').trim();

/** Returns the target URL of a DuckDuckGo redirect link. Undefined for ads. */
function targetOf(href: string): string | undefined {
  const address = URL.parse(href, 'https://duckduckgo.com');
  if (!address || address.pathname === '/y.js') return undefined;
  const target = address.pathname === '/l/' ? URL.parse(address.searchParams.get('uddg') ?? '') : address;
  return target && /^https?:$/.test(target.protocol) ? target.href : undefined;
}

function nextFields(page: Document): Fields | undefined {
  const isNext = (form: Element) =>
    getElementsByTagName('input', form).some(({ attribs }) => attribs.type === 'submit' && attribs.value === 'Next');
  const form = getElementsByTagName('form', page).find(isNext);
  if (!form) return undefined;
  const inputs = getElementsByTagName('input', form).filter((input) => hasAttrib(input, 'name'));
  return Object.fromEntries(inputs.map(({ attribs }) => [attribs.name ?? '', attribs.value ?? '']));
}

import { ownValue } from '../../../../common/values/own-value';
import { wordSet } from '../../../../common/values/words';
import type { MarkupItem } from '../../../../contract/markup-item';
import { conceptById } from '../lexicon/lexicon';
import { wordsOf } from '../lexicon/words';
import { commands, firstCode } from '../lists/outline';
import { ofOpeningPost, openingPost } from '../lists/posts';
import { stateItems } from '../markup/state-items';
import type { Evidence } from '../page/evidence';
import type { Field } from '../schema/field';
import { normaliseSchema } from '../schema/normalise-schema';
import { codeFacts } from '../stated/code-facts';
import { photographers } from '../stated/credits';
import { PODCAST, podcasts, runningTimes } from '../stated/episode-facts';
import { lifeFacts } from '../stated/life-facts';
import { daysOfMessage, sendersOfMessage } from '../stated/mail-facts';
import { markedDays } from '../stated/marked-days';
import { namedFacts } from '../stated/named-facts';
import { namesBehindPage, withoutGreeting } from '../stated/organization-names';
import { licensesOfCopyright, linkedLicenses, repositories, versionsByClass } from '../stated/project-facts';
import { latestRelease } from '../stated/release-facts';
import { namesByField } from '../stated/role-names';
import { calledNames, saidValues } from '../stated/said-values';
import { statedFacts } from '../stated/stated-finders';
import { PREFIX, prefixes, SCORE, scoreOfThread, sellers } from '../stated/thread-facts';
import { addresses } from './address-blocks';
import { visibleBrands } from './brand-finder';
import { bylines, namesAmongFacts, starters } from './bylines';
import { type Chosen, choose } from './choose';
import { addressCodes, attributeCodes } from './code-finder';
import { companies } from './companies';
import { counts, countsOf } from './counts';
import { daysBeforeLabel, daysOfByline, labelledDays, lastDays } from './dated-phrases';
import { foundingYears, partsOfAddress, vatNumbers } from './firm-facts';
import { fromMarkup, fromMeta } from './from-markup';
import { fromHints, fromPairs } from './from-text';
import { employmentTypes, jobStarts, labelledRanges, payInText, payOfPeriod } from './job-facts';
import { currenciesInScripts, labelledCurrencies } from './labelled-currencies';
import { byNature, isAboutEvent, isAboutJob } from './nature';
import { calendarFacts, ownerOfSite, sectionOfPage, softwareInTitle, versionInHeadline } from './page-facts';
import {
  clocksNear,
  daysNear,
  downloads,
  hoursBelow,
  leads,
  linked,
  metadataFact,
  paragraphs,
  pictures,
  subtitles,
  times,
  titles,
  underHeading,
  wholeText,
} from './page-finders';
import { describesPerson, ofPerson, ownContacts } from './person-facts';
import { currentPrices, visiblePrices } from './price-finder';
import { clocksOfDay, isProminent, namedByLabel, refine } from './refine';
import { categories } from './sections';
import {
  births,
  contactsInText,
  dayRanges,
  endsOfTimes,
  eventDays,
  licenses,
  measuresInText,
  organizers,
  postalAddresses,
  readingTimes,
} from './sentence-facts';
import { servings } from './servings-finder';
import { afterName, priceLevels, scores, shortLicenses, stars, versions } from './short-facts';
import type { Sighting } from './sighting';
import { visibleStock } from './stock-finder';
import { workPlaces } from './work-places';

type Finder = (evidence: Evidence) => readonly Sighting[];

/** Functions that find the values of a concept outside markup, meta tags and labels. */
const FINDERS: Readonly<Record<string, Finder>> = {
  price: (evidence) => evidence.once(currentPrices),
  rent: (evidence) => evidence.once(currentPrices).map((one) => ({ ...one, weight: one.weight * 0.8 })),
  oldPrice: (evidence) => visiblePrices(evidence, true),
  highPrice: (evidence) => evidence.once(currentPrices).filter(({ raw }) => typeof raw === 'string'),
  currency: (evidence) =>
    evidence
      .once(currentPrices)
      .filter(({ currency }) => currency !== '')
      .map((one) => ({ ...one, raw: one.currency ?? '' })),
  availability: visibleStock,
  sku: (evidence) => [...addressCodes(evidence), ...attributeCodes(evidence)],
  brand: visibleBrands,
  title: titles,
  yields: servings,
  author: (evidence) => [
    ...metadataFact(evidence, 'author', 0.6),
    ...bylines(evidence),
    ...namesAmongFacts(evidence),
    ...starters(evidence),
    ...sendersOfMessage(evidence),
    ...ofOpeningPost(evidence, 'author'),
  ],
  version: (evidence) => [
    ...softwareInTitle(evidence, 'version'),
    ...latestRelease(evidence, 'version'),
    ...versionsByClass(evidence),
    ...versionInHeadline(evidence),
    ...versions(evidence),
  ],
  datePublished: (evidence) => [
    ...metadataFact(evidence, 'publishedTime', 0.6),
    ...labelledDays(evidence, 'datePublished'),
    ...markedDays(evidence, 'datePublished'),
    ...daysOfByline(evidence),
    ...daysOfMessage(evidence),
    ...ofOpeningPost(evidence, 'day'),
    ...times(evidence).map((one) => ({ ...one, weight: one.weight * 0.7 })),
  ],
  dateModified: (evidence) => [
    ...metadataFact(evidence, 'modifiedTime', 0.6),
    ...labelledDays(evidence, 'dateModified'),
    ...markedDays(evidence, 'dateModified'),
    ...daysBeforeLabel(evidence, 'dateModified'),
  ],
  validThrough: (evidence) => [...labelledDays(evidence, 'validThrough'), ...lastDays(evidence)],
  publisher: (evidence) => metadataFact(evidence, 'siteName', 0.5),
  language: (evidence) => metadataFact(evidence, 'language', 0.6),
  description: (evidence) => [
    ...metadataFact(evidence, 'description', 0.4),
    ...leads(evidence),
    ...paragraphs(evidence),
  ],
  body: (evidence) => [...ofOpeningPost(evidence, 'body'), ...wholeText(evidence)],
  image: pictures,
  images: pictures,
  url: ({ url }) => [{ raw: url, weight: 0.6, kind: 'address', node: undefined, excerpt: url }],
  email: (evidence) => [...linked(evidence, 'mailto:'), ...contactsInText(evidence, 'email')],
  phone: (evidence) => [...linked(evidence, 'tel:'), ...contactsInText(evidence, 'phone')],
  address: (evidence) => [...addresses(evidence), ...postalAddresses(evidence)],
  startDate: (evidence) => [
    ...calendarFacts(evidence, 'start'),
    ...times(evidence),
    ...daysNear(evidence),
    ...(isAboutJob(evidence) ? jobStarts(evidence) : eventDays(evidence)),
  ],
  endDate: (evidence) => [...calendarFacts(evidence, 'end'), ...dayRanges(evidence)],
  license: (evidence) => [
    ...licenses(evidence),
    ...linkedLicenses(evidence),
    ...shortLicenses(evidence),
    ...licensesOfCopyright(evidence),
  ],
  venue: (evidence) => [...calendarFacts(evidence, 'location'), ...(isAboutJob(evidence) ? workPlaces(evidence) : [])],
  startTime: clocksNear,
  endTime: endsOfTimes,
  openingHours: hoursBelow,
  employmentType: employmentTypes,
  salary: payInText,
  salaryMin: (evidence) => [...payInText(evidence), ...labelledRanges(evidence)],
  salaryMax: (evidence) => [...payInText(evidence), ...labelledRanges(evidence)],
  category: categories,
  copyrightHolder: (evidence) => ownerOfSite(evidence).filter(({ kind }) => kind === 'text'),
  vatId: vatNumbers,
  street: (evidence) => partsOfAddress(evidence, 'street'),
  postalCode: (evidence) => partsOfAddress(evidence, 'code'),
  city: (evidence) => partsOfAddress(evidence, 'town'),
  organizer: organizers,
  readingTime: readingTimes,
  photographer: photographers,
  duration: runningTimes,
  seller: sellers,
  priceRange: priceLevels,
  birthDate: (evidence) => births(evidence, 'day'),
  birthPlace: (evidence) => births(evidence, 'place'),
};

/**
 * Contact fields. In a schema with any of these, `company` means the owner of the site. Otherwise, it may mean an
 * employer.
 */
const CONTACTS = new Set(['phone', 'email', 'address', 'openingHours', 'fax', 'vatId', 'website']);
/**
 * Field names that denote a kind of thing, e.g. `recipe`. A string field with such a name contains the thing's name.
 */
const THING =
  /^(?:product|service|recipe|event|job|book|movie|film|course|restaurant|hotel|shop|game|app|song|album)$/i;
const SOFTWARE = /^(?:product|software|project|library|package|framework|tool)(?:[ _-]?name)?$/i;
const EVENT_DATE = /^(?:event[ _-]?)?date$/i;
/** Concepts whose values sentences often state in the same way as values without a known meaning. */
const SAID = new Set(['president', 'manager', 'teacher']);
const RELEASE = /^(?:latest[ _-]?)?releas/i;
const QUESTION = /^(?:question|problem|opening[ _-]?post|first[ _-]?post)(?:[ _-]?(?:text|body))?$/i;
const NUMERIC: ReadonlySet<Field['kind']> = new Set(['integer', 'number']);
/** Concepts whose value is a number before a noun, e.g. `312 pages`. */
const COUNTED = new Set(['pages', 'calories']);
const SUBTITLE = /^(?:sub[ _-]?(?:title|headline|heading)|standfirst|dek)$/i;
const COMMAND = /^(?:command|befehl|comando|commande)$/;
const SECTION = /categor|catégor|section|foro|forum|board|kategor|rubri/i;

/** Concepts that are not searched by class name, because other finders are more reliable for them. */
const NO_HINTS = wordSet(`
  price oldPrice highPrice availability brand sku title url image images currency body language instructions
  ingredients series ensemble headliners options exitStatus seeAlso parameters raises errorCodes settings defaultValue
  isRequired boxContents agenda
`);

const MINUTES = { ...normaliseSchema({ type: 'number' }), description: 'minutes' };

/** Returns the values that sentences state for a field without a known meaning. */
const said = (field: Field, evidence: Evidence): readonly Sighting[] =>
  field.kind === 'string'
    ? [...saidValues(field, evidence), ...calledNames(field, evidence), ...namesByField(field, evidence)]
    : [];

/** Finds single values on one page. Caches data shared by several fields. */
export class LeafFinder {
  readonly #state = new Map<string, readonly MarkupItem[]>();

  constructor(
    private readonly evidence: Evidence,
    private readonly siblings: readonly Field[],
  ) {}

  /** Returns the best value of a field. `items` are the markup items that may contain the value. */
  find(field: Field, items: readonly MarkupItem[]): Chosen | undefined {
    return choose(field, this.sightings(field, items), this.evidence.place);
  }

  sightings(asked: Field, items: readonly MarkupItem[]): readonly Sighting[] {
    const { evidence } = this;
    const isOfEvent = EVENT_DATE.test(asked.name) && isAboutEvent(evidence);
    const field = isOfEvent ? { ...asked, concept: conceptById('startDate') } : ofPerson(asked, this.siblings);
    const id = this.#idOf(field);
    if (SUBTITLE.test(field.name)) return [...subtitles(evidence), ...leads(evidence)];
    const labelled = fromPairs(field, evidence.pairs, new Map());
    const isOfPage = isPageAuthor(field, this.siblings);
    const found: Sighting[] = [
      ...fromMarkup(field, items),
      ...fromMeta(field, evidence),
      ...(isOfPage ? [] : labelled),
    ];
    found.push(...(ownValue(FINDERS, id)?.(evidence) ?? []), ...this.#byName(field, id));
    found.push(...statedFacts(field, id, evidence, this.siblings));
    const hinted = id === 'address' ? { ...field, concept: conceptById(id) } : field;
    if (!NO_HINTS.has(id)) found.push(...fromHints(hinted, evidence));
    // Script data is the last resort, because it is long and contains mostly unrelated values.
    if (found.length === 0) found.push(...fromMarkup(field, this.#stateOf()));
    if (id === 'currency') found.push(...labelledCurrencies(evidence, this.siblings), ...currenciesInScripts(evidence));
    if (id === 'totalTime') found.push(...this.#summedTime(items));
    if (id === 'datePublished' && RELEASE.test(field.name)) found.push(...latestRelease(evidence, 'day'));
    const isOwn = (id === 'phone' || id === 'email') && describesPerson(this.siblings);
    const refined = isOfEvent
      ? found
      : isOwn
        ? ownContacts(found, evidence)
        : refine(id, RELEASE.test(field.name) ? found.filter(isProminent) : found, evidence);
    const kept = isOfPage ? refined.filter(({ raw }) => labelled.every((one) => one.raw !== raw)) : refined;
    if (id === 'salary') return payOfPeriod(field, kept);
    const named = id === 'title' ? namesBehindPage(namedByLabel(field, kept, evidence), evidence) : kept;
    const own = id === 'title' || id === 'company' ? withoutGreeting(field, named) : named;
    return byNature(id, clocksOfDay(field, own, this.siblings), evidence);
  }

  /** Returns the concept ID of a field. In a schema with a venue field, `location` means the venue's address. */
  #idOf({ name, concept }: Field): string {
    const isPlace = concept?.id === 'venue' && /^location$/i.test(name);
    return isPlace && this.siblings.some((one) => one.concept === concept && one.name !== name)
      ? 'address'
      : (concept?.id ?? '');
  }

  /** Finds values by the field's name instead of its concept. */
  #byName(field: Field, id: string): readonly Sighting[] {
    const { name, kind, words, format } = field;
    const { evidence, siblings } = this;
    const has = (isWanted: (concept: string) => boolean) => siblings.some(({ concept }) => isWanted(concept?.id ?? ''));
    const isFirm = has((one) => CONTACTS.has(one));
    if (PREFIX.test(name)) return prefixes(evidence);
    if (PODCAST.test(name)) return podcasts(evidence);
    const stated = [
      ...codeFacts(field, evidence),
      ...lifeFacts(field, evidence),
      ...repositories(name, evidence),
      ...namedFacts(field, evidence),
      ...(id === '' || SAID.has(id) ? said(field, evidence) : []),
    ];
    if (stated.length > 0) return stated;
    if (NUMERIC.has(kind) && SCORE.test(name) && openingPost(evidence)) return scoreOfThread(evidence);
    if (id === 'category') return SECTION.test(name) ? sectionOfPage(evidence) : [];
    if (id === 'company') return companies(evidence, siblings, isFirm);
    if (id === 'founded') return isFirm ? foundingYears(evidence) : [];
    if (COUNTED.has(id) || id.endsWith('Count')) return counts(evidence, id);
    if (id === 'rating') return this.#ratings(field);
    if ((kind === 'integer' && id === 'capacity') || (NUMERIC.has(kind) && id === '')) return this.#numbers(field);
    if (QUESTION.test(name)) return [...askedTitles(evidence, has), ...ofOpeningPost(evidence, 'body')];
    if (words.includes('download') && (format === 'uri' || /^(?:url|link)$/.test(words.at(-1) ?? '')))
      return downloads(evidence);
    if (kind === 'string' && COMMAND.test(words.at(-1) ?? '')) return commands(evidence);
    const measured = EVENT_DATE.test(name) ? eventDays(evidence) : measuresInText(evidence, name);
    if (measured.length > 0 || kind !== 'string') return measured;
    if (THING.test(name) && !has((one) => one === 'title')) return titles(evidence);
    if (SOFTWARE.test(name)) return softwareInTitle(evidence, 'name');
    if (id !== '' || format !== undefined) return [];
    const code = firstCode(field, evidence);
    const below =
      [words, wordsOf(name)].map((one) => underHeading(evidence, one)).find((found) => found.length > 0) ?? [];
    return code.length > 0 ? code : [...below, ...afterName(evidence, words, true)];
  }

  /** Returns ratings. In a schema with both `stars` and a rating field, `stars` means a category, as for hotels. */
  #ratings({ name, kind, words }: Field): readonly Sighting[] {
    const { evidence, siblings } = this;
    const byStars = stars(evidence);
    if (!/^stars?$/i.test(name)) return byStars.length > 0 ? [...scores(evidence), ...byStars] : scores(evidence);
    const isClass = siblings.some((one) => one.concept?.id === 'rating' && one.name !== name);
    const counted = kind === 'integer' ? countsOf(evidence, words) : [];
    return [...counted, ...byStars, ...(isClass ? [] : scores(evidence))];
  }

  /** Returns numbers from text: counts, measurements, or numbers after the field's name. */
  #numbers({ name, words, kind }: Field): readonly Sighting[] {
    const counted = kind === 'integer' ? countsOf(this.evidence, words) : [];
    const measured = measuresInText(this.evidence, name);
    const below = underHeading(this.evidence, words).filter(({ raw }) => /^\d/.test(String(raw)));
    return [
      ...counted,
      ...below,
      ...numbersInHeadline(this.evidence, words),
      ...(measured.length > 0 ? measured : afterName(this.evidence, words, false)),
    ];
  }

  /**
   * Returns the sum of preparation and cooking time if the page states both. A total time stated on the page takes
   * precedence.
   */
  #summedTime(items: readonly MarkupItem[]): readonly Sighting[] {
    const parts = ['prepTime', 'cookTime'].map((id) => {
      const concept = conceptById(id);
      const field = { ...MINUTES, name: id, concept };
      const sightings = [...fromMarkup(field, items), ...fromPairs(field, this.evidence.pairs, new Map())];
      return choose(field, sightings, this.evidence.place);
    });
    const [prep, cook] = parts.map((part) => (typeof part?.value === 'number' ? part.value : undefined));
    if (prep === undefined || cook === undefined) return [];
    const node = parts[1]?.sighting.node;
    return [{ raw: `PT${prep + cook}M`, weight: 0.32, kind: 'text', node, excerpt: `${prep} + ${cook} minutes` }];
  }

  #stateOf(): readonly MarkupItem[] {
    const known = this.#state.get('');
    if (known) return known;
    const names = new Set(
      this.siblings.flatMap(({ name, concept }) => [
        name,
        ...(concept?.paths ?? []).map((path) => path.split('.')[0] ?? ''),
      ]),
    );
    names.delete('name');
    names.delete('url');
    names.delete('@id');
    const items = stateItems(this.evidence.scripts, names)
      .filter(({ hits }) => hits >= Math.min(3, names.size))
      .map(({ item }) => item);
    this.#state.set('', items);
    return items;
  }
}

/** Returns the number after `#` in the headline, e.g. the number of an issue. */
const numbersInHeadline = ({ view }: Evidence, words: readonly string[]): readonly Sighting[] => {
  const text = view.lines[view.headlineAt]?.text ?? '';
  const raw = words.at(-1) === 'number' ? /\s#(\d{1,9})$/.exec(text)?.[1] : undefined;
  return raw === undefined ? [] : [{ raw, weight: 0.5, kind: 'heading', node: view.headline, excerpt: text }];
};

/** Returns the headline if it is a question. Empty if another field already contains the headline. */
const askedTitles = (
  evidence: Evidence,
  has: (isWanted: (concept: string) => boolean) => boolean,
): readonly Sighting[] =>
  has((id) => id === 'title') ? [] : titles(evidence).filter(({ raw }) => /[?？]$/.test(String(raw)));

/**
 * True for the author of the page in a schema that also requests the author of the page's subject, e.g. of a book. The
 * page's labels then state the latter.
 */
const isPageAuthor = ({ name, concept }: Field, siblings: readonly Field[]): boolean =>
  concept?.id === 'author' &&
  /^(?:review|article|post|blog|page)/i.test(name) &&
  siblings.some(
    (one) => one.concept === concept && one.name !== name && !/^(?:review|article|post|blog|page)/i.test(one.name),
  );

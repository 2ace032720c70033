import { wordSet } from '../../../../common/values/words';
import type { MarkupItem } from '../../../../contract/markup-item';
import { conceptById } from '../lexicon/lexicon';
import { wordsOf } from '../lexicon/words';
import { commands, firstCode } from '../lists/outline';
import { postFacts } from '../lists/post-facts';
import { ofOpeningPost } from '../lists/posts';
import { stateItems } from '../markup/state-items';
import type { Evidence } from '../page/evidence';
import { ownPictures } from '../page/own-pictures';
import { byWords, HOST, hosts } from '../said/by-words';
import { asksForWarranty, warranties } from '../said/stated-terms';
import { statements } from '../said/statements';
import type { Field } from '../schema/field';
import { normaliseSchema } from '../schema/normalise-schema';
import { codeFacts } from '../stated/code-facts';
import { lastDaysOf } from '../stated/dated-sentences';
import { PODCAST, podcasts } from '../stated/episode-facts';
import { lifeFacts } from '../stated/life-facts';
import { listedCounts, listedFeatures } from '../stated/listed-facts';
import { isNeighbour, namedFacts } from '../stated/named-facts';
import { isPersonName } from '../stated/named-persons';
import { namesBelowRole } from '../stated/names-below-role';
import { namesBehindPage, namesBesideSlogan, namesOnHomePage, withoutGreeting } from '../stated/organization-names';
import { permissions } from '../stated/permissions';
import { repositories } from '../stated/project-facts';
import { namesOfQuestion } from '../stated/question-facts';
import { latestRelease } from '../stated/release-facts';
import { numberAmongWords } from '../stated/sentence-counts';
import { PREFIX, prefixes } from '../stated/thread-facts';
import { type Chosen, choose } from './choose';
import { describesFirm } from './companies';
import { ofConcept, said } from './concept-finders';
import { fromMarkup, fromMeta } from './from-markup';
import { fromHints, fromPairs } from './from-text';
import { payOfPeriod } from './job-facts';
import { currenciesInScripts, labelledCurrencies } from './labelled-currencies';
import { byNature, isAboutEvent, isAboutOffer } from './nature';
import { numbers } from './numbers';
import { sectionOfPage, softwareInTitle } from './page-facts';
import { downloads, leads, subtitles, titles, underHeading } from './page-finders';
import { describesPerson, ofPerson, ownContacts } from './person-facts';
import { clocksOfDay, isProminent, namedByLabel, refine } from './refine';
import { eventDays, measuresInText } from './sentence-facts';
import { afterName } from './short-facts';
import type { Sighting } from './sighting';

/**
 * Field names that denote a kind of thing, e.g. `recipe`. A string field with such a name contains the thing's name.
 */
const THING =
  /^(?:product|service|recipe|event|job|book|movie|film|course|restaurant|hotel|shop|game|app|song|album|word|headword)$/i;
const TITLE = /(?:title|heading|headline)$/i;
const SOFTWARE = /^(?:product|software|project|library|package|framework|tool)(?:[ _-]?name)?$/i;
const EVENT_DATE = /^(?:event[ _-]?)?date$/i;
const RELEASE = /^(?:latest[ _-]?)?releas/i;
const QUESTION = /^(?:question|problem|opening[ _-]?post|first[ _-]?post)(?:[ _-]?(?:text|body))?$/i;
const NUMERIC: ReadonlySet<Field['kind']> = new Set(['integer', 'number']);
const FORUM_SECTION = /^(?:forum|board|thread|topic)[ _-]?(?:section|category|board|forum)(?:[ _-]?name)?$/i;
const SUBTITLE = /^(?:sub[ _-]?(?:title|headline|heading)|standfirst|dek)$/i;
const COMMAND = /^(?:command|befehl|comando|commande)$/;

/** Concepts that are not searched by class name, because other finders are more reliable for them. */
const NO_HINTS = wordSet(`
  price oldPrice highPrice availability brand sku title url image images currency body language instructions
  ingredients series ensemble headliners options exitStatus seeAlso parameters raises errorCodes settings defaultValue
  isRequired boxContents agenda
`);

const MINUTES = { ...normaliseSchema({ type: 'number' }), description: 'minutes' };

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
    const posted = postFacts(field, evidence);
    if (posted.length > 0) return posted;
    const labelled = withoutHosting(field, fromPairs(field, evidence.pairs, new Map()), evidence);
    const isOfPage = isPageAuthor(field, this.siblings);
    const found: Sighting[] = [
      ...fromMarkup(field, items),
      ...fromMeta(field, evidence),
      ...(isOfPage ? [] : labelled),
    ];
    found.push(...ofConcept(id, evidence, field, this.siblings), ...this.#byName(field, id));
    if (id === 'title') found.push(...namesBesideTitle(field, this.siblings, evidence));
    found.push(...inSentencesOf(field, id, evidence), ...byWords(field, evidence, id !== ''));
    if (found.length === 0) found.push(...statements(field, evidence));
    const hinted = id === 'address' ? { ...field, concept: conceptById(id) } : field;
    if (!NO_HINTS.has(id) && !isNeighbour(field.name)) found.push(...fromHints(hinted, evidence));
    // Script data is the last resort, because it is long and contains mostly unrelated values.
    if (found.length === 0) found.push(...fromMarkup(field, this.#stateOf()));
    if (id === 'currency') found.push(...labelledCurrencies(evidence, this.siblings), ...currenciesInScripts(evidence));
    if (id === 'totalTime') found.push(...this.#summedTime(items));
    if (id === 'datePublished' && RELEASE.test(field.name)) found.push(...latestRelease(evidence, 'day'));
    const isOwn = (id === 'phone' || id === 'email') && describesPerson(this.siblings);
    if (asksForWarranty(field)) return warranties(found, evidence);
    const refined = isOfEvent
      ? found
      : isOwn
        ? ownContacts(found, evidence)
        : refine(id, RELEASE.test(field.name) ? releasesOnly(found, evidence) : found, evidence);
    const kept = isOfPage ? refined.filter(({ raw }) => labelled.every((one) => one.raw !== raw)) : refined;
    if (id === 'salary') return payOfPeriod(field, kept);
    if (id === 'image' || id === 'images') return ownPictures(field, kept, evidence);
    const named = id === 'title' ? namesBehindPage(ownTitles(field, kept, evidence), evidence) : kept;
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
    const hasTitle = siblings.some(({ concept }) => concept?.id === 'title');
    if (PREFIX.test(name)) return prefixes(evidence);
    if (PODCAST.test(name)) return podcasts(evidence);
    if (FORUM_SECTION.test(name) && id === '') return sectionOfPage(evidence);
    const stated = [
      ...(kind === 'string' && format === undefined ? namesBelowRole(field, evidence) : []),
      ...codeFacts(field, evidence),
      ...lifeFacts(field, evidence),
      ...repositories(name, evidence),
      ...namedFacts(field, evidence),
      ...(id === '' ? said(evidence, field) : []),
    ];
    if (stated.length > 0) return stated;
    if (NUMERIC.has(kind) && id === '') return numbers(evidence, field);
    if (QUESTION.test(name))
      return [
        ...(hasTitle || !/^question$/i.test(name) ? [] : namesOfQuestion(evidence)),
        ...(hasTitle ? [] : askedTitles(evidence)),
        ...ofOpeningPost(evidence, 'body'),
      ];
    if (words.includes('download') && (format === 'uri' || /^(?:url|link)$/.test(words.at(-1) ?? '')))
      return downloads(evidence);
    if (kind === 'string' && COMMAND.test(words.at(-1) ?? '')) return commands(evidence, words);
    const measured = EVENT_DATE.test(name) ? eventDays(evidence) : measuresInText(evidence, name);
    if (measured.length > 0 || kind !== 'string') return measured;
    if (THING.test(name) && !hasTitle) return titles(evidence);
    if (SOFTWARE.test(name)) return softwareInTitle(evidence, 'name');
    if (id !== '' || format !== undefined) return [];
    const code = firstCode(field, evidence);
    const below =
      [words, wordsOf(name)].map((one) => underHeading(evidence, one)).find((found) => found.length > 0) ?? [];
    return code.length > 0 ? code : [...below, ...afterName(evidence, words, true)];
  }

  /**
   * Returns the sum of preparation and cooking time if the page contains both. A total time on the page takes
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

/** Removes dates in side areas and, on a page that sells something, the day on which the page was published. */
const releasesOnly = (found: readonly Sighting[], evidence: Evidence): readonly Sighting[] =>
  found.filter((one) => isProminent(one) && !(one.kind === 'meta' && isAboutOffer(evidence)));

/** Returns titles without the site name, unless the page has no headline of its own or a label names the title. */
function ownTitles(field: Field, found: readonly Sighting[], evidence: Evidence): readonly Sighting[] {
  const software = SOFTWARE.test(field.name) ? softwareInTitle(evidence, 'name') : [];
  if (software.length > 0) return software;
  const { siteName, ogSiteName } = evidence.metadata;
  const sites = [siteName, ogSiteName].map((name) => wordsOf(String(name ?? '')).join(' ')).filter(Boolean);
  const isSite = ({ raw }: Sighting) => sites.includes(wordsOf(String(raw)).join(' '));
  const hasOwn = TITLE.test(field.name) && found.some((one) => one.kind === 'heading' && !isSite(one));
  return namedByLabel(field, hasOwn ? found.filter((one) => !isSite(one)) : found, evidence);
}

/** Returns the firm's name from the title of a home page, or of a page whose headline is a slogan. */
function namesBesideTitle(field: Field, siblings: readonly Field[], evidence: Evidence): readonly Sighting[] {
  if (!describesFirm(siblings)) return [];
  return [...namesOnHomePage(field, evidence), ...namesBesideSlogan(field, evidence)];
}

/** Removes companies from the hosts of a show, because a label such as `Hosted by` may refer to a hosting service. */
const withoutHosting = ({ name }: Field, found: readonly Sighting[], evidence: Evidence): readonly Sighting[] =>
  HOST.test(name) && !isAboutEvent(evidence)
    ? hosts(evidence).length > 0
      ? []
      : found.filter(({ raw }) => isPersonName(String(raw)))
    : found;

/** Returns flags, deadlines and numbers from sentences and list items. */
function inSentencesOf(field: Field, id: string, evidence: Evidence): readonly Sighting[] {
  const { kind, name, words, format } = field;
  if (kind === 'boolean') return [...permissions(evidence, name), ...listedFeatures(field, evidence)];
  if (id !== '') return NUMERIC.has(kind) ? listedCounts(field, evidence) : [];
  if (format === 'date' && words.includes('deadline')) return lastDaysOf(evidence, words);
  return NUMERIC.has(kind) ? numberAmongWords(evidence, words) : [];
}

/** Returns the headline if it is a question. */
const askedTitles = (evidence: Evidence): readonly Sighting[] =>
  titles(evidence).filter(({ raw }) => /[?？]$/.test(String(raw)));

/**
 * True for a field that requests the author of the page, if the schema also requests the author of the page's subject,
 * e.g. of a book. In that case, the labels on the page refer to the author of the subject.
 */
const isPageAuthor = ({ name, concept }: Field, siblings: readonly Field[]): boolean =>
  concept?.id === 'author' &&
  /^(?:review|article|post|blog|page)/i.test(name) &&
  siblings.some(
    (one) => one.concept === concept && one.name !== name && !/^(?:review|article|post|blog|page)/i.test(one.name),
  );

import { conceptById } from '../lexicon/lexicon';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';
import { isPerson } from './bylines';
import { inLines } from './in-lines';
import type { Sighting } from './sighting';

/** Concepts that apply only to people. */
const OF_PERSONS: ReadonlySet<string> = new Set(['role', 'birthDate', 'birthPlace', 'nationality', 'education']);
const JOB_TITLE = /^(?:job[ _-]?|professional[ _-]?|person[ _-]?)title$/i;
const PERSON_NAME =
  /^(?:(?:full|display|person|employee|staff|member|contact)[ _-]?)?name$|^(?:first|last)[ _-]?name$/i;
const PROFILE_PATH =
  /\/(?:people|persons?|teams?|staff|members?|speakers?|profiles?|faculty|mitarbeiter|personen|equipe|équipe|equipo|personal|persone|pessoas|medewerkers)\/[^/]+\/?$/iu;
const ROLE_WORDS =
  / (?:role|job title|jobtitle|position|occupation|profession|funktion|beruf|fonction|poste|cargo|puesto|ruolo|functie|stanowisko) /;
const nearLines = 6;
/** Minimum length of a sentence about a person, in characters. */
const minSentence = 40;
/** A role with an employer, such as `Editor at Acme Press`. */
const ROLE_AT =
  /^\p{L}[\p{L}\s,/&-]{2,50}?\s(?:at|bei|chez|presso|@)\s?((?:the\s)?\p{Lu}[\p{L}\d&.'’-]*(?:\s(?:&|and|und|of|de|for|\p{Lu}[\p{L}\d&.'’-]*)){0,5})$/u;

/** Concepts that apply only to job advertisements. */
export const OF_JOBS: ReadonlySet<string> = new Set([
  'salary',
  'salaryMin',
  'salaryMax',
  'employmentType',
  'requirements',
  'responsibilities',
  'benefits',
]);

/**
 * Returns a field with its concept. If the schema also requests a person's name, `jobTitle` means the person's role.
 * In the schema of a job advertisement, `position` means its title.
 */
export function ofPerson(field: Field, siblings: readonly Field[]): Field {
  const isRole =
    field.concept?.id === 'title' &&
    JOB_TITLE.test(field.name) &&
    siblings.some(({ name, concept }) => PERSON_NAME.test(name) || concept?.id === 'author');
  if (isRole) return { ...field, concept: conceptById('role') };
  const isJob =
    field.concept?.id === 'role' &&
    siblings.some(({ concept }) => OF_JOBS.has(concept?.id ?? '')) &&
    !siblings.some(({ name }) => PERSON_NAME.test(name));
  return isJob ? { ...field, concept: conceptById('title') } : field;
}

/**
 * If the main part of a page about a person contains contact data, removes all other contact data. Contact data above
 * the headline or in the footer belongs to the organization.
 */
export function ownContacts(found: readonly Sighting[], { view }: Evidence): readonly Sighting[] {
  const own = found.filter(({ node }) => {
    const at = node ? view.firstLine.get(node) : undefined;
    return at !== undefined && at > view.headlineAt && !((view.lines[at]?.flags ?? 0) & OUTSIDE);
  });
  return own.length > 0 ? own : found;
}

/** True for a schema that requests facts about a person. */
export const describesPerson = (siblings: readonly Field[]): boolean =>
  siblings.some((field) => OF_PERSONS.has(ofPerson(field, siblings).concept?.id ?? ''));

/**
 * True for a page about a person, recognized by its metadata. A URL, role or sentence about the person also counts if
 * the title is a name.
 */
export const isAboutPerson = (evidence: Evidence): boolean => evidence.once(aboutPerson);

function aboutPerson({ items, metas, metadata, view, title, url }: Evidence): boolean {
  const types = items.flatMap((item) => item.types);
  if (types.some((type) => /^profilepage$/i.test(type))) return true;
  if (metas.get('og:type')?.[0]?.content === 'profile') return true;
  if (!isPerson(title)) return false;
  // A `Person` item that is not the first may describe the author of the page.
  if (/^person$/i.test(types[0] ?? '')) return true;
  if (PROFILE_PATH.test(URL.parse(url)?.pathname ?? '')) return true;
  if (view.lines.some(({ text, flags }) => !(flags & OUTSIDE) && isAboutName(text, title)) && !isOwner(title, metadata))
    return true;
  if (employers({ view }).length > 0) return true;
  return view.hinted.some(
    ({ words, from, chars }) => ROLE_WORDS.test(words) && chars <= 80 && Math.abs(from - view.headlineAt) <= nearLines,
  );
}

/** True for a sentence about the named person, e.g. `Mara Voss writes about tides`. */
const isAboutName = (text: string, name: string): boolean =>
  text.startsWith(`${name} `) && text.length > minSentence && /^\p{Ll}/u.test(text.slice(name.length + 1));

const isOwner = (name: string, { siteName, ogSiteName, title }: Evidence['metadata']): boolean =>
  [
    siteName,
    ogSiteName,
    String(title ?? '')
      .split(/\s[|–—-]\s/)
      .at(-1),
  ].includes(name);

/** Returns the employer after a role near the headline. */
export const employers = (evidence: Pick<Evidence, 'view'>): readonly Sighting[] =>
  inLines(evidence, { near: [1, 1 + nearLines], maxChars: 90, away: OUTSIDE | flag.heading, weight: 0.45 }, ROLE_AT);

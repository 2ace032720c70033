import { ownValue } from '../../../../common/values/own-value';
import { wordSet } from '../../../../common/values/words';
import { weekdayPattern } from '../../../documents/metadata/weekdays';
import { isAboutEvent, isAboutJob } from '../find/nature';
import { describesPerson } from '../find/person-facts';
import { dayRanges, measuresInText } from '../find/sentence-facts';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';
import { ORGANIZATION_NAME } from '../schema/field-concept';
import { sentencesIn } from '../sentences';
import { datesBeside, lastDaysOf } from './dated-sentences';
import {
  CHECK_IN,
  CHECK_OUT,
  clocksBeside,
  doorTimes,
  ensembles,
  placesBesideDate,
  rangesOfYear,
  sponsors,
  startsInText,
  supportActs,
  venuesInText,
} from './event-sentences';
import { contractTypes, employersBelow, employersByEmail, townsBelow, workplaceTypes } from './job-headers';
import { costsOfEvent, namedPrices } from './named-prices';
import { hourLines, hoursBelowLabel } from './opening-hours';
import { organizationNames } from './organization-names';
import { permissions } from './permissions';
import {
  contactPersons,
  foundersIn,
  leaders,
  namesByRole,
  namesOfConcept,
  supervisors,
  teachersIn,
} from './role-names';
import { isStatedCount, numberAmongWords, sentenceCounts, yearsOfFounding } from './sentence-counts';

type Finder = (evidence: Evidence) => readonly Sighting[];

const roles = ['chef', 'president', 'conductor', 'soloist', 'curator', 'medicalDirector'].map(
  (id): readonly [string, Finder] => [id, (evidence) => namesOfConcept(evidence, id)],
);
const heads = ['manager', 'director', 'managingDirector'].map((id): readonly [string, Finder] => [
  id,
  (evidence) => leaders(evidence, id),
]);

const CLOSED =
  /(?<!\p{L})(?:closed(?: on)?|ruhetag|geschlossen|fermé|cerrado|chius[oi]|fechado|encerrado|gesloten|zamknięte|nieczynne|stängt)(?!\p{L})/iu;

/** Returns the weekdays in a statement such as `Closed Monday and Tuesday`, joined by commas. */
function closedDays({ view }: Evidence): readonly Sighting[] {
  const weekday = new RegExp(`(?<!\\p{L})${weekdayPattern()}s?(?!\\p{L})`, 'giu');
  return view.lines.flatMap(({ text, node, flags }) => {
    if (text.length > 800 || flags & (OUTSIDE & ~flag.footer) || !CLOSED.test(text)) return [];
    return sentencesIn(text).flatMap((sentence): readonly Sighting[] => {
      const isShort = sentence.length <= 80 && !/\d/.test(sentence) && CLOSED.test(sentence);
      const days = isShort ? (sentence.match(weekday) ?? []) : [];
      return days.length === 0
        ? []
        : [{ raw: days.join(', '), weight: 0.5, kind: 'text', node, excerpt: excerptOf(sentence) }];
    });
  });
}

const KICKER = / (?:kicker|eyebrow|overline|supertitle|pretitle|topline) /;

/** Returns the line with a class such as `kicker` above the headline. */
const kickers = ({ view }: Evidence): readonly Sighting[] =>
  view.lines.slice(Math.max(0, view.headlineAt - 2), view.headlineAt).flatMap(({ text, node }): readonly Sighting[] => {
    const isKicker = view.hinted.some((one) => one.node === node && KICKER.test(one.words));
    return isKicker ? [{ raw: text, weight: 0.45, kind: 'attribute', node, excerpt: excerptOf(text) }] : [];
  });

const SPEAKERS =
  'speaker,keynote speaker,lecturer,presenter,referent,referentin,vortragende,intervenant,intervenante,conférencier,conférencière,ponente,relatore,relatrice,orador,oradora,palestrante,spreker,spreekster,prelegent,prelegentka,föreläsare,talare'.split(
    ',',
  );
const SPEAKER = /speaker|presenter|lecturer/i;
const NAMED_PRICES = wordSet(
  'dayTicketPrice festivalPassPrice tastingMenuPrice parkingPrice generalAdmission reducedPrice',
);
const SEAT =
  /(?<!\p{L})(?:headquartered in|(?:head office|headquarters) (?:is |are )?in|(?:haupt|firmen)?sitz (?:ist |liegt )?in|siège (?:social )?(?:est )?(?:situé )?à|con sede (?:central )?(?:en|a)|com sede em|gevestigd in|hoofdkantoor (?:is |staat )?in|z siedzibą w|(?:huvudkontor|säte) i)\s(\S.{1,60})/iu;
const TOWN = /^\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*){0,2}/u;

/** Returns the town in a sentence such as `We are headquartered in Leeds`. */
const headquarters = ({ view }: Evidence): readonly Sighting[] =>
  view.lines.flatMap(({ text, node, flags }): readonly Sighting[] => {
    const after = text.length > 1200 || flags & (flag.related | flag.review) ? undefined : SEAT.exec(text)?.[1];
    const raw = TOWN.exec(after ?? '')?.[0];
    return raw === undefined ? [] : [{ raw, weight: 0.45, kind: 'text', node, excerpt: excerptOf(text) }];
  });

/** Finders for facts that pages state in sentences or in the lines around the headline, by concept. */
export const STATED_FINDERS: Readonly<Record<string, Finder>> = {
  ...Object.fromEntries([...roles, ...heads]),
  supervisor: supervisors,
  founders: foundersIn,
  teacher: teachersIn,
  sponsor: sponsors,
  checkIn: (evidence) => clocksBeside(evidence, CHECK_IN),
  checkOut: (evidence) => clocksBeside(evidence, CHECK_OUT),
  duration: (evidence) => measuresInText(evidence, 'duration'),
  employmentType: contractTypes,
  contactPerson: contactPersons,
  supportAct: supportActs,
  doors: doorTimes,
  workplaceType: workplaceTypes,
  endDate: rangesOfYear,
  closedDays,
  series: kickers,
  founded: yearsOfFounding,
  interviewDate: (evidence) => datesBeside(evidence, 'interviewDate'),
  headquarters,
  ensemble: ensembles,
  openingHours: (evidence) => [...hoursBelowLabel(evidence), ...hourLines(evidence)],
};

/**
 * Returns the values that sentences and headers state for a field. `founded` counts only in a schema with contact data
 * or another fact about a business.
 */
export function statedFacts(
  field: Field,
  id: string,
  evidence: Evidence,
  siblings: readonly Field[],
): readonly Sighting[] {
  const { kind, name, words, concept, format } = field;
  if (kind === 'boolean') return permissions(evidence, name);
  if (id === 'area' && !/floor|size|surface|sq/i.test(name)) return [];
  if (isStatedCount(id)) return sentenceCounts(evidence, id);
  if (id === 'price') return isAboutEvent(evidence) ? costsOfEvent(evidence) : [];
  if (id === 'performer') return SPEAKER.test(name) ? namesByRole(evidence, SPEAKERS) : [];
  if (NAMED_PRICES.has(id)) return namedPrices(evidence, concept?.labels ?? []);
  if (id === 'startDate') return [...rangesOfYear(evidence), ...(isAboutJob(evidence) ? [] : dayRanges(evidence))];
  if (format === 'date' && words.includes('deadline') && id === '') return lastDaysOf(evidence, words);
  if (id === 'startTime') return startsInText(evidence);
  if (id === 'venue')
    return isAboutJob(evidence) ? townsBelow(evidence) : [...placesBesideDate(evidence), ...venuesInText(evidence)];
  if (id === 'city') return isAboutJob(evidence) ? townsBelow(evidence) : [];
  if (id === 'company') return companyNames(field, evidence, siblings);
  if (id === '' && (kind === 'number' || kind === 'integer')) return numberAmongWords(evidence, words);
  return ownValue(STATED_FINDERS, id)?.(evidence) ?? [];
}

function companyNames({ name }: Field, evidence: Evidence, siblings: readonly Field[]): readonly Sighting[] {
  if (describesPerson(siblings)) return [];
  if (isAboutJob(evidence)) return [...employersBelow(evidence), ...employersByEmail(evidence)];
  return ORGANIZATION_NAME.test(name) ? organizationNames(evidence) : [];
}

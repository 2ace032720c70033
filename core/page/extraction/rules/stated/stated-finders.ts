import { ownValue } from '../../../../common/values/own-value';
import { wordSet } from '../../../../common/values/words';
import { headquarters } from '../find/firm-facts';
import { isAboutEvent, isAboutJob } from '../find/nature';
import { kickers } from '../find/page-finders';
import { describesPerson } from '../find/person-facts';
import { dayRanges, measuresInText } from '../find/sentence-facts';
import type { Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import type { Field } from '../schema/field';
import { ORGANIZATION_NAME } from '../schema/field-concept';
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
import { contactPersons, FOUNDED_BY, LEADS, personsInPhrase, supervisors, TAUGHT_BY } from './named-persons';
import { costsOfEvent, namedPrices } from './named-prices';
import { closedDays, hourLines, hoursBelowLabel } from './opening-hours';
import { organizationNames } from './organization-names';
import { permissions } from './permissions';
import { namesByRole, namesOfConcept } from './role-names';
import { numberAmongWords, sentenceCounts, statedCounts, yearsOfFounding } from './sentence-counts';

type Finder = (evidence: Evidence) => readonly Sighting[];

const roles = ['chef', 'president', 'conductor', 'soloist', 'curator', 'medicalDirector'].map(
  (id): readonly [string, Finder] => [id, (evidence) => namesOfConcept(evidence, id)],
);
const heads = ['manager', 'director', 'managingDirector'].map((id): readonly [string, Finder] => [
  id,
  (evidence) => [...namesOfConcept(evidence, id), ...personsInPhrase(evidence, LEADS)],
]);

const SPEAKERS =
  'speaker,keynote speaker,lecturer,presenter,referent,referentin,vortragende,intervenant,intervenante,conférencier,conférencière,ponente,relatore,relatrice,orador,oradora,palestrante,spreker,spreekster,prelegent,prelegentka,föreläsare,talare'.split(
    ',',
  );
const SPEAKER = /speaker|presenter|lecturer/i;
const NAMED_PRICES = wordSet(
  'dayTicketPrice festivalPassPrice tastingMenuPrice parkingPrice generalAdmission reducedPrice',
);
/** Finders for facts that pages state in sentences or in the lines around the headline, by concept. */
export const STATED_FINDERS: Readonly<Record<string, Finder>> = {
  ...Object.fromEntries([...roles, ...heads]),
  supervisor: supervisors,
  founders: (evidence) => [...namesOfConcept(evidence, 'founders'), ...personsInPhrase(evidence, FOUNDED_BY)],
  teacher: (evidence) => [...namesOfConcept(evidence, 'teacher'), ...personsInPhrase(evidence, TAUGHT_BY)],
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
  const { kind, name, words, format } = field;
  if (kind === 'boolean') return permissions(evidence, name);
  if (id === 'area' && !/floor|size|surface|sq/i.test(name)) return [];
  if (statedCounts.includes(id)) return sentenceCounts(evidence, id);
  if (id === 'price') return isAboutEvent(evidence) ? costsOfEvent(evidence) : [];
  if (id === 'performer') return SPEAKER.test(name) ? namesByRole(evidence, SPEAKERS) : [];
  if (NAMED_PRICES.has(id)) return namedPrices(evidence, id);
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

import { ownValue } from '../../../../common/values/own-value';
import { words } from '../../../../common/values/words';
import { startersInText } from '../lists/post-facts';
import { ofOpeningPost, openingPost } from '../lists/posts';
import type { Evidence } from '../page/evidence';
import { labelledDimensions } from '../said/own-labels';
import { calledNames, saidValues } from '../said/said-values';
import type { Field } from '../schema/field';
import { ORGANIZATION_NAME } from '../schema/field-concept';
import { photographers } from '../stated/credits';
import { datesBeside } from '../stated/dated-sentences';
import { runningTimes } from '../stated/episode-facts';
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
} from '../stated/event-sentences';
import { contractTypes, employersBelow, employersByEmail, townsBelow, workplaceTypes } from '../stated/job-headers';
import { daysOfMessage, sendersOfMessage } from '../stated/mail-facts';
import { markedDays } from '../stated/marked-days';
import {
  contactPersons,
  DESIGNED_BY,
  FOUNDED_BY,
  LEADS,
  personsInPhrase,
  supervisors,
  TAUGHT_BY,
} from '../stated/named-persons';
import { costsOfEvent, namedPrices } from '../stated/named-prices';
import { closedDays, hourLines, hoursBelowLabel } from '../stated/opening-hours';
import { organizationNames } from '../stated/organization-names';
import { licensesOfCopyright, linkedLicenses, versionsByClass } from '../stated/project-facts';
import { latestRelease } from '../stated/release-facts';
import { namesByField, namesByRole, namesOfConcept } from '../stated/role-names';
import { sentenceCounts, statedCounts, yearsOfFounding } from '../stated/sentence-counts';
import { sellers, votesOf } from '../stated/thread-facts';
import { addresses } from './address-blocks';
import { visibleBrands } from './brand-finder';
import { bylines, namesAmongFacts, shortBylines, starters } from './bylines';
import { addressCodes, attributeCodes } from './code-finder';
import { companies, describesFirm } from './companies';
import { countedConcepts, counts } from './counts';
import { daysBeforeLabel, daysOfByline, labelledDays, lastDays } from './dated-phrases';
import { foundingYears, headquarters, partsOfAddress, vatNumbers } from './firm-facts';
import { employmentTypes, jobStarts, labelledRanges, payInText, workPlaces } from './job-facts';
import { isAboutEvent, isAboutJob } from './nature';
import { numbers, ratings } from './numbers';
import {
  calendarFacts,
  ownerOfSite,
  readingTimeOfCard,
  sectionOfPage,
  softwareInTitle,
  versionInHeadline,
} from './page-facts';
import {
  clocksNear,
  daysNear,
  hoursBelow,
  kickers,
  leads,
  linked,
  metadataFact,
  paragraphs,
  pictures,
  times,
  titles,
  wholeText,
} from './page-finders';
import { describesPerson } from './person-facts';
import { currentPrices, visiblePrices } from './price-finder';
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
import { priceLevels, shortLicenses, versions } from './short-facts';
import type { Sighting } from './sighting';
import { visibleStock } from './stock-finder';

/** Finds values of a concept outside markup, meta tags and labels. */
type Finder = (evidence: Evidence, field: Field, siblings: readonly Field[]) => readonly Sighting[];

/** Returns a finder for each of the concepts. */
const each = (ids: readonly string[], make: (id: string) => Finder): Readonly<Record<string, Finder>> =>
  Object.fromEntries(ids.map((id) => [id, make(id)]));

const ROLES = words('chef conductor soloist curator medicalDirector');
const HEADS = words('director managingDirector');
const NAMED_PRICES = words(
  'dayTicketPrice festivalPassPrice tastingMenuPrice parkingPrice generalAdmission reducedPrice',
);
const SPEAKERS =
  'speaker,keynote speaker,lecturer,presenter,referent,referentin,vortragende,intervenant,intervenante,conférencier,conférencière,ponente,relatore,relatrice,orador,oradora,palestrante,spreker,spreekster,prelegent,prelegentka,föreläsare,talare'.split(
    ',',
  );
const SPEAKER = /speaker|presenter|lecturer/i;
const SECTION = /categor|catégor|section|foro|forum|board|kategor|rubri/i;

/** Finders, keyed by concept. If values are equally probable, the first one wins, so the order of calls matters. */
const FINDERS: Readonly<Record<string, Finder>> = {
  price: (evidence) => [...evidence.once(currentPrices), ...(isAboutEvent(evidence) ? costsOfEvent(evidence) : [])],
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
    ...startersInText(evidence),
    ...bylines(evidence),
    ...namesAmongFacts(evidence),
    ...starters(evidence),
    ...shortBylines(evidence),
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
    ...metadataFact(evidence, 'dateModified', 0.55),
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
    ...rangesOfYear(evidence),
    ...(isAboutJob(evidence) ? [] : dayRanges(evidence)),
  ],
  endDate: (evidence) => [...calendarFacts(evidence, 'end'), ...dayRanges(evidence), ...rangesOfYear(evidence)],
  license: (evidence) => [
    ...licenses(evidence),
    ...linkedLicenses(evidence),
    ...shortLicenses(evidence),
    ...licensesOfCopyright(evidence),
  ],
  venue: (evidence) => [
    ...calendarFacts(evidence, 'location'),
    ...(isAboutJob(evidence)
      ? [...workPlaces(evidence), ...townsBelow(evidence)]
      : [...placesBesideDate(evidence), ...venuesInText(evidence)]),
  ],
  startTime: (evidence) => [...clocksNear(evidence), ...startsInText(evidence)],
  endTime: endsOfTimes,
  openingHours: (evidence) => [...hoursBelow(evidence), ...hoursBelowLabel(evidence), ...hourLines(evidence)],
  employmentType: (evidence) => [...employmentTypes(evidence), ...contractTypes(evidence)],
  salary: payInText,
  salaryMin: (evidence) => [...payInText(evidence), ...labelledRanges(evidence)],
  salaryMax: (evidence) => [...payInText(evidence), ...labelledRanges(evidence)],
  category: (evidence, { name }) => [...categories(evidence), ...(SECTION.test(name) ? sectionOfPage(evidence) : [])],
  copyrightHolder: (evidence) => ownerOfSite(evidence).filter(({ kind }) => kind === 'text'),
  vatId: vatNumbers,
  weight: (evidence) => measuresInText(evidence, 'weight'),
  street: (evidence) => partsOfAddress(evidence, 'street'),
  postalCode: (evidence) => partsOfAddress(evidence, 'code'),
  city: (evidence) => [...partsOfAddress(evidence, 'town'), ...(isAboutJob(evidence) ? townsBelow(evidence) : [])],
  organizer: organizers,
  readingTime: (evidence) => [...readingTimes(evidence), ...readingTimeOfCard(evidence)],
  dimensions: labelledDimensions,
  photographer: photographers,
  duration: (evidence) => [...runningTimes(evidence), ...measuresInText(evidence, 'duration')],
  seller: sellers,
  priceRange: priceLevels,
  birthDate: (evidence) => births(evidence, 'day'),
  birthPlace: (evidence) => births(evidence, 'place'),
  company: (evidence, field, siblings) => [
    ...companies(evidence, siblings),
    ...companyNames(evidence, field, siblings),
  ],
  founded: (evidence, _, siblings) => [
    ...(describesFirm(siblings) ? foundingYears(evidence) : []),
    ...yearsOfFounding(evidence),
  ],
  headquarters,
  rating: ratings,
  ...each(countedConcepts, (id) => (evidence, field) => votesOf(evidence, field) ?? counts(evidence, id)),
  ...each(statedCounts, (id) => (evidence) => sentenceCounts(evidence, id)),
  area: (evidence, { name }) => (/floor|size|surface|sq/i.test(name) ? sentenceCounts(evidence, 'area') : []),
  capacity: (evidence, field) => [
    ...(field.kind === 'integer' ? numbers(evidence, field) : []),
    ...sentenceCounts(evidence, 'capacity'),
  ],
  ...each(NAMED_PRICES, (id) => (evidence) => namedPrices(evidence, id)),
  ...each(ROLES, (id) => (evidence) => namesOfConcept(evidence, id)),
  ...each(HEADS, (id) => (evidence) => [...namesOfConcept(evidence, id), ...personsInPhrase(evidence, LEADS)]),
  president: (evidence, field) => [...said(evidence, field), ...namesOfConcept(evidence, 'president')],
  manager: (evidence, field) => [
    ...said(evidence, field),
    ...namesOfConcept(evidence, 'manager'),
    ...personsInPhrase(evidence, LEADS),
  ],
  teacher: (evidence, field) => [
    ...said(evidence, field),
    ...namesOfConcept(evidence, 'teacher'),
    ...personsInPhrase(evidence, TAUGHT_BY),
  ],
  designer: (evidence) => personsInPhrase(evidence, DESIGNED_BY),
  founders: (evidence) => [...namesOfConcept(evidence, 'founders'), ...personsInPhrase(evidence, FOUNDED_BY)],
  supervisor: supervisors,
  contactPerson: contactPersons,
  performer: (evidence, { name }) => (SPEAKER.test(name) ? namesByRole(evidence, SPEAKERS) : []),
  supportAct: supportActs,
  sponsor: sponsors,
  ensemble: ensembles,
  series: kickers,
  doors: doorTimes,
  checkIn: (evidence) => clocksBeside(evidence, CHECK_IN),
  checkOut: (evidence) => clocksBeside(evidence, CHECK_OUT),
  closedDays,
  interviewDate: (evidence) => datesBeside(evidence, 'interviewDate'),
  workplaceType: workplaceTypes,
};

/** Returns the values of a concept that are found outside markup, meta tags and labels. */
export const ofConcept = (
  id: string,
  evidence: Evidence,
  field: Field,
  siblings: readonly Field[],
): readonly Sighting[] => ownValue(FINDERS, id)?.(evidence, field, siblings) ?? [];

function companyNames(evidence: Evidence, { name }: Field, siblings: readonly Field[]): readonly Sighting[] {
  if (describesPerson(siblings) || openingPost(evidence) !== undefined) return [];
  if (isAboutJob(evidence)) return [...employersBelow(evidence), ...employersByEmail(evidence)];
  return ORGANIZATION_NAME.test(name) ? organizationNames(evidence) : [];
}

/** Returns the values in sentences that use the words of a field's name or description. */
export const said = (evidence: Evidence, field: Field): readonly Sighting[] =>
  field.kind === 'string'
    ? [...saidValues(field, evidence), ...calledNames(field, evidence), ...namesByField(field, evidence)]
    : [];

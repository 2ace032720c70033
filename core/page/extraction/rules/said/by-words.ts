import type { Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import type { Field } from '../schema/field';
import { namesByRole } from '../stated/role-names';
import { codesBeside } from './codes-beside';
import { countedThings } from './counted-things';
import { hoursOfDay } from './hours-of-day';
import { kindNames } from './kind-names';
import { besideOwnLabel, inLabelledGroup, measuresAfterName } from './own-labels';
import { daysAfterWord, pathsBeside, phrases, yearsAfterPhrase, yearsSince } from './phrases';
import { pricedSubjects } from './priced-subjects';
import { defaultValues } from './section-options';
import { datelines, nutrients, returnDays, scoresAbove, shapedValues, weekdays } from './shapes';
import { statedTerms } from './stated-terms';
import { unitValues } from './unit-values';

/** Names of fields that request the host of a show. */
export const HOST = /^(?:host|presenter|moderator)(?:[ _-]?name)?$/i;
/** Returns the hosts of a show, recognized by words such as `presenter` next to their names. */
export const hosts = (evidence: Evidence): readonly Sighting[] => namesByRole(evidence, HOST_ROLES);
const HOST_ROLES = ['host', 'presenter', 'moderator'];

/**
 * Returns the values that the page states in the words of a field's name and description. Each finder checks the
 * field's type and name. `isKnown` is true if the field's meaning is known, so that other finders cover it.
 */
export function byWords(field: Field, evidence: Evidence, isKnown: boolean): readonly Sighting[] {
  const hours = hoursOfDay(field, evidence);
  if (field.kind === 'boolean') return hours;
  const anyway = [
    ...hours,
    ...datelines(field, evidence),
    ...daysAfterWord(field, evidence),
    ...kindNames(field, evidence),
    ...shapedValues(field, evidence),
    ...weekdays(field, evidence),
    ...statedTerms(field, evidence),
    ...(HOST.test(field.name) ? hosts(evidence) : []),
  ];
  if (isKnown) return anyway;
  if (field.kind === 'number' || field.kind === 'integer')
    return [
      ...statedTerms(field, evidence),
      ...unitValues(field, evidence),
      ...countedThings(field, evidence),
      ...yearsSince(field, evidence),
      ...pricedSubjects(field, evidence),
      ...nutrients(field, evidence),
      ...scoresAbove(field, evidence),
      ...returnDays(field, evidence),
    ];
  return [
    ...anyway,
    ...besideOwnLabel(field, evidence),
    ...measuresAfterName(field, evidence),
    ...inLabelledGroup(field, evidence),
    ...(/^number[ _-]?of|count$/i.test(field.name) ? countedThings(field, evidence) : []),
    ...codesBeside(field, evidence),
    ...defaultValues(field, evidence),
    ...phrases(field, evidence),
    ...yearsAfterPhrase(field, evidence),
    ...pathsBeside(field, evidence),
    ...pricedSubjects(field, evidence),
  ];
}

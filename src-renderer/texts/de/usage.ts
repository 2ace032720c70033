import type { usage as english } from '../en/usage';

/** German: usage. */
export const usage: Readonly<Record<keyof typeof english, string>> = {
  what: 'Was',
  when: 'Wann',
  notKept: 'nicht aufbewahrt',
  addressNotKept: 'Adresse nicht aufbewahrt',
  creditsByDay: 'Credits pro Tag',
  today: 'Heute',
  creditsByDayLast31Days: 'Credits pro Tag, letzte 31 Tage; die Tabelle darunter enthält die Zahlen',
  asATable: 'Als Tabelle',
  dayUtc: 'Tag (UTC)',
  usage: 'Verbrauch',
  theUsage: 'Der Verbrauch',
  sinceThe1stUtc: 'seit dem 1., UTC',
  monthlyBudget: 'Monatsbudget',
  ofPlanLeft: 'von {plan} übrig',
  budgetUsed: 'Verbrauchtes Budget',
  noLimit: 'Kein Limit',
  setOneInSettings: 'In den Einstellungen setzen',
  activity: 'Aktivität',
  noActivityYet: 'Noch keine Aktivität.',
  readingTheUsage: 'Der Verbrauch wird gelesen…',
};

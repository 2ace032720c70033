import type { usage as english } from '../en/usage';

/** German: usage. */
export const usage: Readonly<Record<keyof typeof english, string>> = {
  what: 'Was',
  when: 'Wann',
  notKept: 'nicht aufbewahrt',
  addressNotKept: 'Adresse nicht aufbewahrt',
  creditsByDay: 'Credits pro Tag',
  today: 'Heute',
  creditsByDayHelp: 'Credits pro Tag, letzte 31 Tage; die Tabelle darunter enthält die Zahlen',
  asTable: 'Als Tabelle',
  dayUtc: 'Tag (UTC)',
  usage: 'Verbrauch',
  usageLoad: 'Der Verbrauch',
  sinceFirst: 'seit dem 1., UTC',
  monthlyBudget: 'Monatsbudget',
  leftOfPlan: 'von {plan} übrig',
  budgetUsed: 'Verbrauchtes Budget',
  noLimit: 'Kein Limit',
  setBudget: 'In den Einstellungen setzen',
  activity: 'Aktivität',
  noActivity: 'Noch keine Aktivität.',
  loading: 'Der Verbrauch wird gelesen…',
};

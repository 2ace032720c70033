import type { usage as english } from '../en/usage';

/** German: usage. */
export const usage: Readonly<Record<keyof typeof english, string>> = {
  what: 'Was',
  when: 'Wann',
  notKept: 'nicht gespeichert',
  addressNotKept: 'Adresse nicht gespeichert',
  pagesByDay: 'Seiten pro Tag',
  today: 'Heute',
  pagesByDayHelp: 'Seiten pro Tag in den letzten 31 Tagen; die Zahlen stehen in der Tabelle darunter',
  asTable: 'Als Tabelle',
  dayUtc: 'Tag (UTC)',
  usage: 'Verbrauch',
  usageLoad: 'Verbrauch',
  sinceFirst: 'seit Monatsbeginn (UTC)',
  apiCredits: 'Für API-Clients gezählt',
  creditsHelp: 'Clients der REST-API sehen diese Zahl als Credits: 1 oder mehr pro Seite. Berechnet wird nichts.',
  leftOfPlan: 'von {plan} Credits übrig',
  budgetUsed: 'Verbrauchtes Limit',
  setBudget: 'Limit in den Einstellungen festlegen',
  activity: 'Aktivität',
  noActivity: 'Noch keine Aktivität.',
  loading: 'Verbrauch wird geladen…',
};

import type { units as english } from '../en/units';

/** German: units. */
export const units: Readonly<Record<keyof typeof english, string>> = {
  page: '{n} Seite | {n} Seiten',
  row: '{n} Zeile | {n} Zeilen',
  job: '{n} Job | {n} Jobs',
  address: '{n} Adresse | {n} Adressen',
  repeat: '{n} Wiederholung | {n} Wiederholungen',
  value: '{n} Wert | {n} Werte',
  column: '{n} Spalte | {n} Spalten',
  fallbackPlace: '{n} Ersatzquelle | {n} Ersatzquellen',
  detailPage: '{n} Detailseite | {n} Detailseiten',
  change: '{n} Änderung | {n} Änderungen',
  entry: '{n} Eintrag | {n} Einträge',
  field: '{n} Feld | {n} Felder',
  pageWord: 'Seite | Seiten',
  days: '{n} Tag | {n} Tage',
  hours: '{n} Stunde | {n} Stunden',
  justNow: 'gerade eben',
  minutesAgo: 'vor {n} min',
  hoursAgo: 'vor {n} h',
  on: 'an',
  off: 'aus',
  yes: 'ja',
  no: 'nein',
  picture: '{n} Screenshot | {n} Screenshots',
  rowWord: 'Zeile | Zeilen',
};

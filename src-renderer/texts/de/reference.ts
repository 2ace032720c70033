import type { reference as english } from '../en/reference';

/** German: reference. */
export const reference: Readonly<Record<keyof typeof english, string>> = {
  example: 'Beispiel',
  parameters: 'Parameter',
  required: ', erforderlich',
  inTheInSchemaRequired: 'in {in}, {schema}{required}',
  body: 'Anfragekörper',
  answerStatus: 'Antwort {status}',
  errors: 'Fehler:',
  withTermASentenceInTerm2: 'mit {term}, einem Satz in {term2} und einem {term3}.',
  defaultFallback: 'Standard {fallback}',
  fieldsOfName: 'Felder von {name}',
  routes: 'Routen',
  filterTheRoutes: 'Routen filtern',
  filterEGCrawl: 'Filtern, z. B. crawl',
  noRouteMatches: 'Keine Route passt.',
  theReference: 'Die Referenz',
  readingTheReference: 'Die Referenz wird gelesen…',
  firstOrOneOfRestMore: '{first} oder eines von {rest} weiteren',
  listOfItems: 'Liste von {items}',
  anyValue: 'beliebiger Wert',
  isRequired: 'erforderlich',
  list: 'Liste',
};

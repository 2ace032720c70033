import type { reference as english } from '../en/reference';

/** German: reference. */
export const reference: Readonly<Record<keyof typeof english, string>> = {
  example: 'Beispiel',
  parameters: 'Parameter',
  required: ', erforderlich',
  parameterFacts: 'in {in}, {schema}{required}',
  body: 'Anfragekörper',
  answerWith: 'Antwort {status}',
  errors: 'Fehler:',
  errorsHelp: 'mit {term}, einer Meldung in {term2} und einem Fehlercode in {term3}.',
  defaultIs: 'Standard: {fallback}',
  fieldsOf: 'Felder von {name}',
  routes: 'Routen',
  filterRoutes: 'Routen filtern',
  filterPlaceholder: 'Filtern, z. B. crawl',
  noMatches: 'Keine passenden Routen.',
  referenceLoad: 'API-Referenz',
  loading: 'API-Referenz wird geladen…',
  oneOfMore: '{first} oder einer von {rest} weiteren Typen',
  listOf: 'Liste von {items}',
  anyValue: 'beliebiger Wert',
  isRequired: 'erforderlich',
  list: 'Liste',
  or: '{first} oder {second}',
};

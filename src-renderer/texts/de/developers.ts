import type { developers as english } from '../en/developers';

/** German: developers. */
export const developers: Readonly<Record<keyof typeof english, string>> = {
  developers: 'Entwicklung',
  lead: 'Alles in dieser App ist auch über die REST-API auf diesem Rechner verfügbar.',
  playground: 'Playground',
  playgroundHelp: 'Eine Seite mit allen Optionen und Formaten lesen',
  newJobHelp: 'Crawl, Batch oder Map mit allen Optionen',
  referenceHelp: 'Alle Routen mit Feldern und Beispielen',
  keys: 'API-Schlüssel',
  keysHelp: 'Schlüssel für Skripte erstellen und widerrufen',
  usage: 'Verbrauch',
  usageHelp: 'Seiten pro Tag und Aktivitätsprotokoll',
  code: 'Code',
  savedHelp: 'Auf der Kommandozeile startet {term} einen gespeicherten Job. Das geht auch über die API.',
  npmClient: 'npm-Client',
  pythonClient: 'Python-Client',
  codeHelp: '„Code“ bei einer Anfrage, einem Job oder einer Tabelle zeigt den Aufruf als curl, JavaScript oder Python.',
};

import type { testMessages as english } from '../../../../core/common/engine-messages/test-messages';

/** German translations of test results shown in the settings. */
export const testMessages: Readonly<Record<keyof typeof english, string>> = {
  'test.model': 'Das Modell hat geantwortet und die Beispielseite richtig gelesen.',
  'test.modelMisread':
    'Das Modell hat geantwortet, die Beispielseite aber falsch gelesen: {value}. Bitte ein größeres Modell wählen.',
  'test.webhook': 'Der Empfänger hat das Ereignis angenommen ({status}).',
  'test.refused': 'Der Empfänger hat den Test nicht angenommen.',
  'test.sent': 'Der Test wurde gesendet.',
  'test.noProgram': 'Unter {path} wurde kein Programm gefunden; bitte den Pfad prüfen.',
  'test.cannotRender':
    'Der Browser ist gestartet, konnte aber keine Seite darstellen; bitte einen anderen Browser wählen.',
  'test.browser': 'Der Browser funktioniert: {version}.',
  'test.proxy': 'Der Proxy funktioniert: {host} hat geantwortet.',
  'test.proxyAddress': 'Websites sehen die Adresse {address}.',
  'test.proxyStatus':
    'Der Proxy leitet Anfragen weiter, aber {host} hat mit dem Status {status} geantwortet; vielleicht sperrt diese Website den Proxy.',
  'test.proxyLate': 'Über den Proxy kam innerhalb von {seconds} Sekunden keine Antwort.',
  'test.search': 'Die Suche funktioniert: {count} Ergebnisse für „{text}“.',
  'test.searchOne': 'Die Suche funktioniert: 1 Ergebnis für „{text}“.',
  'test.searchLate': 'Die Suche hat innerhalb von {seconds} Sekunden nicht geantwortet.',
};

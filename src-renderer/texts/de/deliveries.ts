import type { deliveries as english } from '../en/deliveries';

/** German: deliveries. */
export const deliveries: Readonly<Record<keyof typeof english, string>> = {
  lastAttempt: 'Letzter Versuch',
  payloadOf: 'Inhalt von {type}',
  payload: 'Inhalt',
  replayOf: '{type} erneut senden',
  replay: 'Erneut senden',
  notTried: 'Noch nicht versucht.',
  answered: 'Antwort {statusCode}',
  noAnswer: 'Keine Antwort',
  attempt: '{answer} in {durationMs}, Versuch {tries}{again}',
  sentTo: 'An {target} gesendet mit der ID {id}. Jeder Versuch sendet denselben Inhalt.',
  copyPayload: 'Inhalt kopieren',
  replayed: 'Wird mit derselben ID und demselben Inhalt erneut gesendet.',
  replayFailed: 'Die Zustellung konnte nicht erneut gesendet werden. {toApiError}',
  allReplayed:
    '{n} fehlgeschlagene Zustellung wird erneut gesendet. | {n} fehlgeschlagene Zustellungen werden erneut gesendet.',
  nextAttempt: '; nächster Versuch {at}',
};

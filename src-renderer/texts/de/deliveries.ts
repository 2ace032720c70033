import type { deliveries as english } from '../en/deliveries';

/** German: deliveries. */
export const deliveries: Readonly<Record<keyof typeof english, string>> = {
  lastTry: 'Letzter Versuch',
  payloadOfType: 'Inhalt von {type}',
  payload: 'Inhalt',
  replayType: '{type} erneut senden',
  replay: 'Erneut senden',
  notTriedYet: 'Noch nicht versucht.',
  answeredStatuscode: 'Antwort {statusCode}',
  noAnswer: 'Keine Antwort',
  answerInDurationmsTryTriesAgain: '{answer} in {durationMs}, Versuch {tries}{again}',
  sentToTargetAsIdThe: 'An {target} gesendet als {id}, bei jedem Versuch dieselben Bytes.',
  copyPayload: 'Inhalt kopieren',
  itIsSentAgainWithThe: 'Wird erneut gesendet, mit derselben ID und denselben Bytes.',
  itCouldNotBeSentAgain: 'Konnte nicht erneut gesendet werden. {toApiError}',
  replayedFailedDeliveriesAreSentAgain: '{replayed} fehlgeschlagene Zustellungen werden erneut gesendet.',
  nextTry: '; nächster Versuch {at}',
};

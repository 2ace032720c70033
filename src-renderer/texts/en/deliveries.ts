/** English: deliveries. */
export const deliveries = {
  lastAttempt: 'Last attempt',
  payloadOf: 'Payload of {type}',
  payload: 'Payload',
  replayOf: 'Replay {type}',
  replay: 'Replay',
  notTried: 'Not tried yet.',
  answered: 'Answered {statusCode}',
  noAnswer: 'No answer',
  attempt: '{answer} in {durationMs}, attempt {tries}{again}',
  sentTo: 'Sent to {target} as {id}, with the same payload on every attempt.',
  copyPayload: 'Copy payload',
  replayed: 'Sent again with the same ID and payload.',
  replayFailed: 'Could not be sent again. {toApiError}',
  allReplayed: '{replayed} failed deliveries sent again.',
  nextAttempt: '; next attempt {at}',
};

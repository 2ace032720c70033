/** English: deliveries. */
export const deliveries = {
  lastAttempt: 'Last attempt',
  payloadOf: 'Payload of {type}',
  payload: 'Payload',
  replayOf: 'Replay {type}',
  replay: 'Replay',
  notTried: 'Not tried yet.',
  answered: 'Responded with {statusCode}',
  noAnswer: 'No response',
  attempt: '{answer} in {durationMs}, attempt {tries}{again}',
  sentTo: 'Sent to {target} with ID {id}. Every attempt sends the same payload.',
  copyPayload: 'Copy payload',
  replayed: 'Replaying with the same ID and payload.',
  replayFailed: 'The delivery could not be replayed. {toApiError}',
  allReplayed: 'Replaying {n} failed delivery. | Replaying {n} failed deliveries.',
  nextAttempt: '; next attempt {at}',
};

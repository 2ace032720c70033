/** English: deliveries. */
export const deliveries = {
  lastTry: 'Last attempt',
  payloadOfType: 'Payload of {type}',
  payload: 'Payload',
  replayType: 'Replay {type}',
  replay: 'Replay',
  notTriedYet: 'Not tried yet.',
  answeredStatuscode: 'Answered {statusCode}',
  noAnswer: 'No answer',
  answerInDurationmsTryTriesAgain: '{answer} in {durationMs}, attempt {tries}{again}',
  sentToTargetAsIdThe: 'Sent to {target} as {id}, with the same payload on every attempt.',
  copyPayload: 'Copy payload',
  itIsSentAgainWithThe: 'Sent again with the same ID and payload.',
  itCouldNotBeSentAgain: 'Could not be sent again. {toApiError}',
  replayedFailedDeliveriesAreSentAgain: '{replayed} failed deliveries sent again.',
  nextTry: '; next attempt {at}',
};

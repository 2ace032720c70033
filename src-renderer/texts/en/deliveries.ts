/** English: deliveries. */
export const deliveries = {
  lastTry: 'Last try',
  payloadOfType: 'Payload of {type}',
  payload: 'Payload',
  replayType: 'Replay {type}',
  replay: 'Replay',
  notTriedYet: 'Not tried yet.',
  answeredStatuscode: 'Answered {statusCode}',
  noAnswer: 'No answer',
  answerInDurationmsTryTriesAgain: '{answer} in {durationMs}, try {tries}{again}',
  sentToTargetAsIdThe: 'Sent to {target} as {id}, the same bytes on every try.',
  copyPayload: 'Copy payload',
  itIsSentAgainWithThe: 'It is sent again, with the same id and bytes.',
  itCouldNotBeSentAgain: 'It could not be sent again. {toApiError}',
  replayedFailedDeliveriesAreSentAgain: '{replayed} failed deliveries are sent again.',
  nextTry: '; next try {at}',
};

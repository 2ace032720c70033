import { expect, it } from 'vitest';
import { AppError } from '../../core/common/errors';
import { fromErrorData, toErrorData } from '../../core/common/thread-data';

/** Serializes and restores a thrown value, as when it is passed between threads. */
const sent = (thrown: unknown) => fromErrorData(structuredClone(toErrorData(thrown)));

it('transfers an error across threads with its code, message, details and stack', () => {
  const thrown = new AppError('SCRAPE_ACTION_ERROR', 'The page has no such button.', { details: { action: 2 } });
  const error = sent(thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: thrown.code, message: thrown.message, details: thrown.details });
  expect(error.cause).toBe(thrown.stack);
});

it('transfers unclonable details as JSON', () => {
  const details = { answer: { toJSON: () => 'no' }, retry: () => undefined, at: [1, () => undefined] };
  expect(sent(new AppError('BAD_REQUEST', 'Not this.', { details })).details).toEqual({
    answer: 'no',
    retry: undefined,
    at: [1, undefined],
  });
});

it('transfers a foreign error as unknown, with its stack', () => {
  const thrown = new TypeError('text is undefined');
  const error = sent(thrown);
  expect(error).toMatchObject({ code: 'UNKNOWN_ERROR', cause: thrown.stack });
  expect(error.message).toContain('text is undefined');
});

import { expect, it } from 'vitest';
import { normaliseSchema } from '../../../../core/page/extraction/rules/schema/normalise-schema';
import { answerSchema } from '../../../../core/page/models/language/answer-schema';

it('keeps the format of days and times for the model, and no other format', () => {
  const day = { type: 'string', format: 'date' };
  const field = normaliseSchema({ type: 'object', properties: { day, link: { type: 'string', format: 'uri' } } });
  expect(answerSchema(field, false).properties).toEqual({
    day: { anyOf: [day, { type: 'null' }] },
    link: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  });
});

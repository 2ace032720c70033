import { expect, it } from 'vitest';
import { defaultText } from '../../src-renderer/display/words';
import { valueIssue } from '../../src-renderer/schema/field-issues';

it('the default and the limits of a number field are written as in the field, without separators', () => {
  expect(defaultText(10_000, false)).toBe('10000');
  expect(defaultText(86_400_000, true)).toMatch(/^86400000 \(/);
  expect(valueIssue(10_001, { type: 'number', minimum: 1, maximum: 10_000 })).toContain('from 1 to 10000');
});

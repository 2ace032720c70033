import { expect, it } from 'vitest';
import { errorText } from '../../src-renderer/display/error-advice';

it.each([
  ['SCRAPE_DNS_RESOLUTION_ERROR', 'DNS resolution failed for hostname', 'Website not found'],
  ['SCRAPE_ACTION_ERROR', 'No element matches #pay.', 'No element matches #pay.'],
  ['UNKNOWN_CODE', 'The disk is full.', 'The disk is full.'],
])('replaces the engine’s message only if the title says enough: %s', (code, message, shown) => {
  expect(errorText({ code, message })).toBe(shown);
});

import { expect, it } from 'vitest';
import { issueText } from '../../src-renderer/display/issue-words';

it.each([
  'Invalid URL.',
  'Invalid URL: the host must have a valid top-level domain.',
  'Invalid URL: it has two protocols.',
  'Invalid url',
])('says "%s" in the words of the form', (message) => {
  expect(issueText({ code: 'custom', message })).toBe('Not a web address; try something like example.com.');
});

it('keeps the messages of other rules', () => {
  expect(issueText({ code: 'custom', message: 'A recipe needs a field.' })).toBe('A recipe needs a field.');
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clockText } from '../../src-renderer/display/job-words';
import { nextRunText, scheduleText } from '../../src-renderer/display/schedule-words';
import { agoText, durationText, momentText, sizeText, timeText } from '../../src-renderer/display/words';
import { showLanguage } from '../../src-renderer/texts/i18n';

const at = '2026-11-29T17:00:00.000Z';

/** Returns a text with ordinary spaces in place of the narrow ones that the locale data contain. */
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('short texts about times and amounts', () => {
  beforeAll(() => showLanguage('de'), 120_000);
  beforeEach(() => showLanguage('en'));
  afterAll(() => showLanguage('en'));

  it.each([
    ['a duration', durationText(815)],
    ['a duration in seconds', durationText(4200)],
    ['a duration in days', durationText(172_800_000)],
    ['a running time', clockText(4200)],
    ['a size', sizeText(1_500_000)],
    ['a time', timeText(at)],
    ['a date', agoText('2025-01-02T10:00:00Z')],
    ['a moment', momentText(at)],
    ['the next run', nextRunText(at, 'UTC')],
  ])('have no line breaks in %s', (_, text) => {
    expect(text).not.toContain(' ');
    expect(plain(text)).toContain(' ');
  });

  it('name the day and the time', async () => {
    expect(plain(momentText(at, { timeZone: 'UTC' }))).toBe('Nov 29, 5:00 PM');
    expect(plain(nextRunText(at, 'UTC'))).toBe('Sun, Nov 29, 5:00 PM');
    await showLanguage('de');
    expect(plain(momentText(at, { timeZone: 'UTC' }))).toBe('29. Nov., 17:00 Uhr');
    expect(plain(scheduleText('0 7 * * 1-5'))).toBe('montags bis freitags um 7:00 Uhr');
  });
});

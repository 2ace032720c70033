import { defineFormat, z } from '../../../core/plugin';
import { comparable, diffText } from './diff-text';

const options = z.object({
  modes: z
    .array(z.enum(['git-diff', 'json']))
    .default([])
    .describe('How a change is told: as a text diff, as changed fields.'),
  schema: z.record(z.string(), z.unknown()).optional().describe('JSON schema of the fields compared in json mode.'),
  prompt: z.string().max(10_000).optional().describe('What to compare in json mode, in plain words.'),
  tag: z.string().max(200).nullable().default(null).describe('Keeps a history of its own for the same address.'),
});

const status = (previous: unknown, code: number, same: () => boolean) => {
  if (code === 404 || code === 410) return 'removed';
  if (!previous) return 'new';
  return same() ? 'same' : 'changed';
};

/** `changeTracking`: what has changed since the last scrape of the same address and tag. */
export default defineFormat({
  id: 'changeTracking',
  summary: 'What has changed since the last scrape of the same address (markdown is needed, too).',
  needs: ['markdown', 'previous', 'page'],
  requires: ['markdown'],
  options,
  v1: [{ name: 'changeTracking', field: 'changeTrackingOptions' }],
  derive({ markdown, previous, page }, { options: { modes }, warn }) {
    const text = String(markdown ?? '');
    const changeStatus = status(
      previous,
      page.statusCode,
      () => comparable(previous?.markdown ?? '') === comparable(text),
    );
    if (modes.includes('json')) warn('Change tracking in json mode keeps no fields yet, so only the status is told.');
    const diff =
      changeStatus === 'changed' && modes.includes('git-diff') ? diffText(previous?.markdown ?? '', text) : undefined;
    return {
      previousScrapeAt: previous?.scrapedAt ?? null,
      changeStatus,
      visibility: 'visible',
      ...(diff ? { diff } : {}),
    };
  },
});

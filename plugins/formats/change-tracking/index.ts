import { comparable, defineFormat, diffText, z } from '../../../core/contract/plugin';

const options = z.object({
  modes: z
    .array(z.enum(['git-diff', 'json']))
    .default([])
    .describe('How changes are reported: as a text diff or as changed fields.'),
  schema: z.record(z.string(), z.unknown()).optional().describe('JSON schema of the fields compared in json mode.'),
  prompt: z.string().max(10_000).optional().describe('What to compare in json mode, in plain words.'),
  tag: z.string().max(200).nullable().default(null).describe('Name of a separate history for the same URL.'),
});

const status = (previous: unknown, code: number, same: () => boolean) => {
  if (code === 404 || code === 410) return 'removed';
  if (!previous) return 'new';
  return same() ? 'same' : 'changed';
};

/** `changeTracking`: changes since the previous scrape with the same URL and tag. */
export default defineFormat({
  id: 'changeTracking',
  summary: 'Changes since the last scrape of the same URL (also requires markdown).',
  needs: ['markdown', 'previous', 'page', 'rules', 'model'],
  requires: ['markdown'],
  cost: { credits: 5, timeoutMs: 60_000, when: { modes: 'json' } },
  options,
  v1: [{ name: 'changeTracking', field: 'changeTrackingOptions' }],
  extracts: ({ modes }) => modes.includes('json'),
  async derive(
    { markdown, previous, page, rules, model },
    { url, options: { modes, schema, prompt }, signal, ...context },
  ) {
    const text = String(markdown ?? '');
    const changeStatus = status(
      previous,
      page.statusCode,
      () => comparable(previous?.markdown ?? '') === comparable(text),
    );
    const isChanged = changeStatus === 'changed';
    const diff = isChanged && modes.includes('git-diff') ? diffText(previous?.markdown ?? '', text) : undefined;
    let json: unknown;
    if (modes.includes('json')) {
      const answer = await model.extract({ answer: 'data', text, schema, prompt, url, rules }, signal);
      if (answer.warning) context.warn(answer.warning);
      // Stores the previous values instead of those extracted by rules, because a later scrape can use the model, whose
      // values can differ even if the page has not changed.
      if (answer.isByRules) context.keep(previous?.json);
      else context.keep(answer.value);
      json = isChanged && !answer.isByRules ? compareFields(previous?.json, answer.value) : undefined;
      if (isChanged && answer.isByRules) context.warn('Fields were not compared, because the model failed.');
      else if (isChanged && json === undefined)
        context.warn(
          'The previous scrape stored no fields, so nothing could be compared. The next scrape will be compared with this one.',
        );
    }
    return {
      previousScrapeAt: previous?.scrapedAt ?? null,
      changeStatus,
      visibility: context.isUnlinked ? 'hidden' : 'visible',
      ...(diff ? { diff } : {}),
      ...(json === undefined ? {} : { json }),
    };
  },
});

/** A changed field, with its values before and after the change. A missing value is null. */
export interface ChangedField {
  readonly previous: unknown;
  readonly current: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns the fields that differ between two extractions. Undefined unless both extractions are objects. */
export function compareFields(before: unknown, after: unknown): Readonly<Record<string, ChangedField>> | undefined {
  if (!isFields(before) || !isFields(after)) return undefined;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names
    .map((name) => [name, { previous: before[name] ?? null, current: after[name] ?? null }] as const)
    .filter(([, { previous, current }]) => JSON.stringify(previous) !== JSON.stringify(current));
  return Object.fromEntries(changed);
}

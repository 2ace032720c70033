import { beforeAll, describe, expect, it } from 'vitest';
import type { Model } from '../../core/contract/plugin';
import { morePassagePages, type PassagePage, type PassageQuery } from '../support/passage-pages';
import { readFormat } from '../support/read-format';

/** Stub for the default model, so that the tests need no real model. */
const model: Model = { extract: async ({ rules: { data } }) => ({ value: data, tokensUsed: 0 }) };

interface Asked extends PassageQuery {
  readonly page: PassagePage;
  readonly markdown: string;
  readonly highlights: string;
  readonly answer: string;
}

const pages = morePassagePages();
const asked: Asked[] = [];
beforeAll(async () => {
  for (const page of pages) {
    const markdown = String((await readFormat(page.html, { type: 'markdown' })).value);
    for (const query of page.queries) {
      const highlights = await readFormat(page.html, { type: 'highlights', query: query.query });
      const { value } = await readFormat(page.html, { type: 'question', question: query.query }, { base: { model } });
      asked.push({ ...query, page, markdown, highlights: String(highlights.value), answer: String(value) });
    }
  }
}, 60_000);

const answerable = () => asked.filter(({ sentence }) => sentence !== undefined);
const isFound = ({ highlights, sentence }: Asked) => highlights.includes(sentence ?? '');
const listOf = (all: readonly Asked[], text: (one: Asked) => string) =>
  all.map((one) => `${one.page.name}: ${one.query} → ${text(one).replaceAll('\n', ' ')}`).join('\n');

describe('40 more pages in ten languages', () => {
  it('are enough', () => {
    expect([pages.length, new Set(pages.map(({ language }) => language)).size]).toEqual([40, 10]);
    for (const { sentence, markdown, query } of answerable())
      expect([query, markdown]).toEqual([query, expect.stringContaining(sentence ?? '')]);
  });

  it('are searched with 85% of the queries that share words found, and 70% of all', () => {
    const sharing = answerable().filter(({ sharesWords }) => sharesWords);
    const other = answerable().filter(({ sharesWords }) => !sharesWords);
    const [found, foundOther] = [sharing.filter(isFound).length, other.filter(isFound).length];
    const misses = answerable().filter((one) => !isFound(one));
    console.log(`highlights: ${found} of ${sharing.length} with shared words, ${foundOther} of ${other.length} others`);
    console.log(listOf(misses, ({ highlights }) => highlights));
    expect(found / sharing.length).toBeGreaterThanOrEqual(0.85);
    expect((found + foundOther) / (sharing.length + other.length)).toBeGreaterThanOrEqual(0.7);
  });

  it('are quoted verbatim, at most a tenth of their text or one passage', () => {
    for (const { highlights, markdown, query } of asked) {
      const lines = highlights.split('\n').filter((line) => line !== '' && !line.startsWith('```'));
      for (const line of lines) expect([query, markdown]).toEqual([query, expect.stringContaining(line)]);
      const isOnePassage = lines.length === 1 && !/[.!?。] ./.test(highlights);
      const isOneRow = highlights.startsWith('|') && lines.length === 3;
      const isShort = highlights.length <= markdown.length * 0.1 + 4;
      if (!isOnePassage && !isOneRow) expect([query, isShort]).toEqual([query, true]);
    }
  });

  it('are answered by rules rightly or not at all, with at most 3% wrong', () => {
    const wrong = asked.filter(({ answer, sentence, value }) => {
      return answer !== '' && (sentence === undefined || !answer.includes(value ?? sentence));
    });
    const right = asked.filter(({ answer }) => answer !== '').length - wrong.length;
    console.log(`question: ${right} right, ${wrong.length} wrong of ${asked.length}`);
    console.log(listOf(wrong, ({ answer }) => answer));
    expect(wrong.length / asked.length).toBeLessThanOrEqual(0.03);
  });
});

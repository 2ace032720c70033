import { describe, expect, it } from 'vitest';
import type { ModelInput } from '../../../../core/contract/plugin';
import { normaliseSchema } from '../../../../core/page/extraction/rules/schema/normalise-schema';
import { wordsFor as promptFor } from '../../../../core/page/models/language/instructions';
import { PageReferences } from '../../../../core/page/models/language/page-references';

const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } };
const input = (more: Partial<ModelInput> = {}): ModelInput => ({
  text: '',
  answer: 'data',
  prompt: 'The kettle',
  url: 'https://shop.test/kettle',
  rules: { data: { name: 'Kettle', price: null, tags: [] }, sources: [], missing: [] },
  ...more,
});

const wordsFor = (page: ModelInput, part: string, wanted?: Readonly<Record<string, unknown>>, hintTokens = 1000) => {
  const references = new PageReferences(part);
  const field = wanted ? normaliseSchema(wanted) : undefined;
  return promptFor({ ...page, text: part }, { part: references.text, references, field, hintTokens });
};

describe('the prompt of a page', () => {
  it('starts with equal instructions for every call, and ends them with the random mark', () => {
    const [one, other] = [wordsFor(input(), 'a', schema), wordsFor(input(), 'b', schema)];
    const [start, mark] = one.instructions.split('The mark is ') as [string, string];
    expect(mark).toMatch(/^page-[0-9a-f]{24}\.$/);
    expect(other.instructions.startsWith(start)).toBe(true);
    expect(other.instructions).not.toBe(one.instructions);
  });

  it('repeats the task and the fields after the text', () => {
    const { text } = wordsFor(input(), 'A copper kettle.', schema);
    expect(text).toMatch(/^The kettle\n\n<page-/);
    expect(text).toMatch(/<\/page-\w+>\n\nThe kettle\nFields: name, price\.\nAnswer with the JSON object only\.$/);
  });

  it('lists only confident values of the rules, after the text and as data', () => {
    const { text } = wordsFor(input(), 'A copper kettle.', schema);
    expect(text).toMatch(
      /A copper kettle\.\n\nValues read from its markup, which may be wrong; the text above has priority:\n- name: "Kettle"\n<\/page-/,
    );
    const unsure = { path: '/name', url: '', kind: 'text', excerpt: 'Kettle', score: 0.2 } as const;
    const guessed = wordsFor(
      input({ rules: { data: { name: 'Kettle' }, sources: [unsure], missing: [] } }),
      '',
      schema,
    );
    expect(guessed.text).not.toContain('markup');
    const none = wordsFor(input({ rules: { data: {}, sources: [], missing: [] } }), 'A copper kettle.', schema);
    expect(none.text).not.toContain('markup');
  });

  it('names the title, description and site of the page inside the marks', () => {
    const metadata = { title: 'Kettle', description: 'Of copper.', ogSiteName: 'Hearth & Co' };
    const { text } = wordsFor(input({ metadata }), 'A copper kettle.', schema);
    expect(text).toContain('kettle\nTitle: Kettle\nDescription: Of copper.\nSite: Hearth & Co\n\nA copper kettle.');
  });

  it('has neither fields nor hints for a summary', () => {
    const { text, instructions } = wordsFor(input({ answer: 'text' }), 'A copper kettle.', undefined);
    expect(text).toMatch(/A copper kettle\.\n<\/page-\w+>\n\nThe kettle$/);
    expect(instructions).not.toContain('JSON');
  });
});

import { describe, expect, it } from 'vitest';
import { objectOf, readByRules } from '../../../support/read-by-rules';

const [text, integer] = [{ type: 'string' }, { type: 'integer' }];
const listOf = (properties: Parameters<typeof objectOf>[0]) => ({ type: 'array', items: objectOf(properties) });

const pageWith = (type: string, mainEntity: unknown) =>
  `<html lang="en"><head><title>How do I descale a kettle?</title><script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': type, mainEntity })}</script></head><body><main><h1>How do I descale a kettle?</h1><p>My kettle is full of lime.</p></main></body></html>`;
const answer = { '@type': 'Answer', text: 'Boil citric acid.', upvoteCount: 12, author: { name: 'Bo' } };
const question = { '@type': 'Question', name: 'How do I descale a kettle?', answerCount: 2, acceptedAnswer: answer };

describe('a question in JSON-LD', () => {
  it('has a single accepted answer', () =>
    expect(
      readByRules(pageWith('QAPage', question), {
        schema: objectOf({ question: text, acceptedAnswer: text, answerCount: integer }),
      }).data,
    ).toEqual({ question: question.name, acceptedAnswer: 'Boil citric acid.', answerCount: 2 }));

  it('lists accepted and suggested answers', () =>
    expect(
      readByRules(
        pageWith('QAPage', { ...question, suggestedAnswer: [{ '@type': 'Answer', text: 'Buy one.', upvoteCount: 1 }] }),
        { schema: objectOf({ answers: listOf({ text, votes: integer }) }) },
      ).data,
    ).toEqual({
      answers: [
        { text: 'Boil citric acid.', votes: 12 },
        { text: 'Buy one.', votes: 1 },
      ],
    }));

  it.each([[question], [[question, { ...question, name: 'Is lime harmful?' }]]])('is part of an FAQ: %j', (entity) => {
    const { data } = readByRules(pageWith('FAQPage', entity), {
      schema: objectOf({ faqs: listOf({ question: text, answer: text }) }),
    });
    const names = [entity].flat().map(({ name }) => name);
    expect(data).toEqual({ faqs: names.map((name) => ({ question: name, answer: 'Boil citric acid.' })) });
  });
});

import { describe, expect, it } from 'vitest';
import type { AnswerStep } from '../../src-renderer/api/job-types';
import { traceOf } from '../../src-renderer/display/agent-trace';
import { answerCsv, answerRows } from '../../src-renderer/display/answer-rows';

const source = { url: 'https://a.example/', kind: 'table', excerpt: 'Price 3', score: 1 };

describe('the rows of an answer', () => {
  it('show each value with its source, its conflicts, or the reason why it is missing', () => {
    const { rows, isWhole } = answerRows({
      status: 'completed',
      data: { name: 'A', offers: [{ price: 3, sold: true }, { price: null }], 'a/b': 1 },
      sources: { '/offers/0/price': [source, { ...source, currency: 'EUR' }], '/a~1b': [source] },
      missing: [
        { path: '/offers/1/price', reason: 'No price.' },
        { path: '/maker/phone', reason: 'No phone.' },
      ],
      conflicts: [{ path: '/name', values: [{ value: 'B', url: 'https://b.example/' }] }],
    });
    expect(isWhole).toBe(true);
    expect(rows.map(({ pointer, depth, text, count, missing }) => [pointer, depth, text ?? count ?? missing])).toEqual([
      ['/name', 0, 'A'],
      ['/offers', 0, 2],
      ['/offers/0', 1, undefined],
      ['/offers/0/price', 2, '€3.00'],
      ['/offers/0/sold', 2, 'yes'],
      ['/offers/1', 1, undefined],
      ['/offers/1/price', 2, 'No price.'],
      ['/a~1b', 0, '1'],
      ['/maker', 0, undefined],
      ['/maker/phone', 1, 'No phone.'],
    ]);
    expect(rows.map(({ sources }) => sources.length)).toEqual([0, 0, 0, 2, 0, 0, 0, 1, 0, 0]);
    expect(rows[0]?.others).toEqual([{ value: 'B', url: 'https://b.example/' }]);
  });

  it('are cut for a long list, with a note', () => {
    const { rows, isWhole } = answerRows({ status: 'completed', data: { tags: Array.from({ length: 5000 }, String) } });
    expect([rows.length, isWhole]).toEqual([1000, false]);
  });
});

describe('an answer as a table', () => {
  it('has a row for each record of its only list, and columns for the fields of groups', () => {
    const items = [
      { name: 'A', at: { city: 'Ulm' } },
      { name: '=B()', tags: ['x', 'y'] },
    ];
    expect(answerCsv({ page: 1, items })).toBe('name,at.city,tags\r\nA,Ulm,\r\n\'=B(),,"x; y"\r\n');
    expect(answerCsv({ name: 'A', tags: ['x'] })).toBe('name,tags\r\nA,x\r\n');
    expect(answerCsv([1, 2])).toBe('value\r\n1\r\n2\r\n');
  });
});

describe('the trace of an agent', () => {
  const steps: readonly AnswerStep[] = [
    {
      step: 1,
      action: 'open',
      input: { urls: ['https://a.example/about'] },
      reason: '',
      values: 1,
      creditsUsed: 2,
      at: '',
    },
    {
      step: 2,
      action: 'search',
      input: { query: 'q', found: ['https://b.example/'] },
      reason: '',
      values: 1,
      creditsUsed: 4,
      at: '',
    },
  ];

  it('lists the results of each step, the start pages first', () => {
    const answer = {
      status: 'completed',
      steps,
      creditsUsed: 7,
      sources: { '/name': [source], '/to/mail': [{ ...source, url: 'https://b.example/' }] },
    };
    const trace = traceOf(answer, ['https://a.example/'], false);
    expect(trace.map(({ title, found, filled, isRunning }) => [title, found, filled, isRunning])).toEqual([
      ['Start pages', 1, ['name'], false],
      ['Opened', 0, [], false],
      ['Searched', 1, ['mail'], false],
    ]);
  });

  it('shows the control, the next page and the results of browser steps', () => {
    const url = 'https://a.example/list?page=2';
    const used = { url: 'https://a.example/list', label: 'Next' };
    const step: AnswerStep = {
      step: 1,
      action: 'next-page',
      input: used,
      reason: '',
      values: 6,
      creditsUsed: 2,
      at: '',
      url,
      found: 6,
    };
    expect(traceOf({ status: 'processing', steps: [step] }, [], true)).toMatchObject([
      { title: 'Next page', label: 'Next', urls: [url], found: 6, isRunning: false },
    ]);
  });

  it('shows the last step as in progress while the run continues', () => {
    expect(traceOf({ status: 'processing', steps }, [], true).map(({ isRunning }) => isRunning)).toEqual([false, true]);
    expect(traceOf({ status: 'processing', steps: [] }, ['https://a.example/'], true)).toMatchObject([
      { isRunning: true },
    ]);
  });
});

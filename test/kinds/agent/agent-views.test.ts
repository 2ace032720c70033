import { describe, expect, it } from 'vitest';
import type { Job } from '../../../core/common/job';
import type { StartedAgent } from '../../../core/kinds/agent/agent-rules';
import { messageOf, snapshotOf, traceOf } from '../../../core/kinds/agent/agent-views';

const times = { createdAt: '2026-11-26T08:00:00.000Z', startedAt: '2026-11-26T08:00:01.000Z' };
const step = { reason: 'Because.', values: 0, creditsUsed: 0 };
const steps = [
  {
    ...step,
    step: 1,
    action: 'search',
    input: { query: 'x', found: ['https://a.example/'] },
    at: '2026-11-26T08:00:02.000Z',
  },
  {
    ...step,
    step: 2,
    action: 'tab',
    input: { url: 'https://a.example/' },
    at: '2026-11-26T08:00:03.000Z',
    screenshot: 'https://s.example/1',
  },
];
const run = (state: string, more = {}) =>
  ({
    id: 'run-1',
    kind: 'agent',
    state,
    url: '',
    ...times,
    options: { prompt: 'x', steps },
    ...more,
  }) as unknown as Job<StartedAgent>;
const types = (job: Job<StartedAgent>) => traceOf(job).map(({ type }) => type);

describe('the trace of an agent', () => {
  it('has the reason and the call of each step, whose end is known once the next one begins', () => {
    expect(types(run('active'))).toEqual([
      ...['run.started', 'agent.started', 'reasoning.summary', 'tool_call.started', 'tool_call.finished'],
      ...['reasoning.summary', 'tool_call.started', 'artifact.updated'],
    ]);
    expect(traceOf(run('active'))[4]).toMatchObject({
      ...{ toolName: 'search', toolCallId: 'step-1', result: { urls: ['https://a.example/'] } },
      ...{ occurredAt: '2026-11-26T08:00:03.000Z', schemaVersion: 1, agent: { role: 'orchestrator' } },
    });
  });

  it('ends with what became of the run', () => {
    const finishedAt = '2026-11-26T08:00:11.000Z';
    const done = traceOf(run('completed', { finishedAt, outcome: { data: { a: 1 } } }));
    expect(done.slice(-3)).toMatchObject([
      { type: 'artifact.updated', artifact: { kind: 'json', snapshotId: 'data' } },
      { type: 'agent.finished', outcome: 'succeeded', durationMs: 10_000, error: null },
      { type: 'run.finished', outcome: 'succeeded', error: null },
    ]);
    expect(traceOf(run('failed', { finishedAt, error: 'No page.' })).at(-1)).toMatchObject({
      ...{ outcome: 'failed', error: { code: 'internal', message: 'No page.' } },
    });
    expect(types(run('cancelled', { finishedAt })).slice(-3)).toEqual([
      ...['run.cancel_requested', 'agent.finished', 'run.finished'],
    ]);
    expect(new Set(done.map(({ eventId }) => eventId)).size).toBe(done.length);
  });
});

it('reads the data or a step as a snapshot', () => {
  const job = run('completed', { outcome: { data: { a: 1 } } });
  expect(snapshotOf(job, 'data')).toBe('{"a":1}');
  expect(JSON.parse(snapshotOf(job, 'step-2') ?? '')).toMatchObject({ step: 2, action: 'tab' });
  expect(snapshotOf(job, 'step-9')).toBeUndefined();
  expect(snapshotOf(run('active'), 'data')).toBeUndefined();
});

it('says the values of a run in words', () => {
  const of = (data: unknown) => messageOf({ outcome: { data } });
  expect(of({ name: 'Kettle', prices: [{ shop: 'A', price: 9 }] })).toBe('name: Kettle\nprices: shop A, price 9');
  expect([of('Yes'), of(null), of({})]).toEqual([
    'Yes',
    'No page contains the answer.',
    'No page contains the answer.',
  ]);
  expect(messageOf({ outcome: undefined, error: 'It failed.' })).toBe('It failed.');
});

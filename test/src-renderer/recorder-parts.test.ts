import { describe, expect, it } from 'vitest';
import { stepFacts } from '../../src-renderer/composables/recorder/step-facts';
import { unusedSecrets } from '../../src-renderer/composables/recorder/unused-secrets';
import type { ChosenAction } from '../../src-renderer/schema/scrape-request';

const step = (key: string, options: ChosenAction['options'] = {}): ChosenAction => ({ key, id: 'write', options });

describe('secrets of removed steps', () => {
  it('are unused unless another step types them', () => {
    const before = [step('1', { secret: 'password' }), step('2', { secret: 'code' }), step('3', { text: 'Ada' })];
    expect(unusedSecrets(before, [before[2]!])).toEqual(['password', 'code']);
    expect(unusedSecrets(before, [step('4', { secret: 'code' })])).toEqual(['password']);
    expect(unusedSecrets(before, before)).toEqual([]);
    expect(unusedSecrets([], before)).toEqual([]);
  });
});

describe('facts of recorded steps', () => {
  it('accumulate by step, and are removed with their steps', () => {
    const { facts, note, keepOnly } = stepFacts();
    note('1', { state: 'failed', error: 'Not found', offer: '#go' });
    note('1', { state: 'running', error: undefined });
    note('2', { state: 'done' });
    expect(facts['1']).toEqual({ state: 'running', error: undefined, offer: '#go' });
    keepOnly([step('2')]);
    expect(Object.keys(facts)).toEqual(['2']);
    keepOnly([]);
    expect(facts).toEqual({});
  });
});

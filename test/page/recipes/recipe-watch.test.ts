import { describe, expect, it } from 'vitest';
import { afterPage, missingFields, type WatchState } from '../../../core/page/recipes/recipe-watch';

/** Returns the state after several pages have been read. `lacks` contains the missing fields of each page. */
const stateAfter = (lacks: readonly (readonly string[])[], start: WatchState = { pages: 0, recent: [] }) =>
  lacks.reduce<WatchState>(
    (state, missing, index) =>
      afterPage(state, { url: `https://shop.example/${index}`, missing }, `time ${state.pages}`),
    start,
  );

describe('the history of a recipe', () => {
  it('reports since when a field is missing after three consecutive pages without it', () => {
    expect(stateAfter([['price'], ['price']]).changedSince).toBeUndefined();
    const state = stateAfter([['price'], ['price'], ['price', 'sku']]);
    expect([state.changedSince, missingFields(state)]).toEqual(['time 2', ['price']]);
  });

  it('ignores single pages without a value', () => {
    const lacks = Array.from({ length: 30 }, (_, index) => (index % 4 === 3 ? ['price'] : []));
    expect([stateAfter(lacks).pages, stateAfter(lacks).changedSince]).toEqual([30, undefined]);
    expect(stateAfter(lacks).recent).toHaveLength(20);
  });

  it('clears a change after five complete pages', () => {
    const changed = stateAfter([['price'], ['price'], ['price']]);
    expect(stateAfter([[], [], [], []], changed).changedSince).toBe('time 2');
    expect(stateAfter([[], [], [], [], []], changed).changedSince).toBeUndefined();
  });
});

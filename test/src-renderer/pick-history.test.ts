import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../core/common/recipe';
import { pickHistory, type TableStep } from '../../src-renderer/composables/table/pick-history';
import { nothing } from '../../src-renderer/composables/table/table-picks';

const recipe = (name: string): Recipe => ({
  version: 1,
  name,
  pages: ['*'],
  records: { selector: 'li' },
  fields: [{ name: 'title', type: 'text', sources: [{ selector: 'h3' }] }],
});
const step = (id: number): TableStep => ({ picks: { ...nothing, picks: [id] }, recipe: recipe(`list ${id}`) });
const empty: TableStep = { picks: nothing };
/** Creates a history with two steps: from no table to a list, then to another list. */
function twoSteps() {
  const history = pickHistory();
  history.note(empty);
  history.note(step(1));
  return history;
}

describe('the history of a table', () => {
  it('undoes steps and redoes them', () => {
    const history = twoSteps();
    expect(history.back(step(2))).toEqual(step(1).picks);
    expect(history.back(step(1))).toEqual(nothing);
    expect([history.canGoBack.value, history.canGoForward.value]).toEqual([false, true]);
    expect(history.forward(empty)).toEqual(step(1).picks);
    expect(history.forward(step(1))).toEqual(step(2).picks);
    expect(history.canGoForward.value).toBe(false);
  });

  it('forgets undone steps after another step', () => {
    const history = twoSteps();
    history.back(step(2));
    history.note(step(1));
    expect(history.forward(step(3))).toBeUndefined();
  });

  it('finds records by recipe after a reload or on another page', () => {
    const history = twoSteps();
    history.back(step(2));
    const reloaded = pickHistory();
    reloaded.restore(JSON.parse(JSON.stringify(history.kept.value)));
    history.leavePage();
    for (const one of [history, reloaded]) {
      expect(one.forward(step(1))).toEqual({ ...nothing, recipe: recipe('list 2') });
      expect(one.back(step(2))).toEqual(step(1).picks);
      expect(one.back(step(1))).toEqual(nothing);
    }
  });
});

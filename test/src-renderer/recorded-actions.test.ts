import { describe, expect, it } from 'vitest';
import type { RecordedStep } from '../../core/common/api/recorded-step';
import { withRecorded } from '../../src-renderer/schema/recorded-actions';
import type { ChosenAction } from '../../src-renderer/schema/scrape-request';

const click = (selector: string): RecordedStep => ({ action: { type: 'click', selector } });
const write = (selector: string, text: string): RecordedStep => ({ action: { type: 'write', selector, text } });
const none = { list: [], recorded: [] };
const told = (list: readonly ChosenAction[]) => list.map(({ options }) => options.text ?? options.selector);

describe('recorded steps in a list of actions', () => {
  it('are added in order', () => {
    const first = withRecorded(none, { steps: [click('#a')], replaces: 0 });
    const second = withRecorded(first, { steps: [click('#b'), write('#c', 'x')], replaces: 0 });
    expect(told(second.list)).toEqual(['#a', '#b', 'x']);
    expect(second.made).toHaveLength(2);
  });

  it('replace the typing before them, and keep its key', () => {
    const first = withRecorded(none, { steps: [click('#a'), write('#b', 'x')], replaces: 0 });
    const second = withRecorded(first, { steps: [write('#b', 'xy')], replaces: 1 });
    expect(told(second.list)).toEqual(['#a', 'xy']);
    expect(second.list[1]?.key).toBe(first.list[1]?.key);
  });

  it('replace no other step when theirs was removed in the meantime', () => {
    const first = withRecorded(none, { steps: [click('#a'), write('#b', 'x')], replaces: 0 });
    const removed = { ...first, list: first.list.slice(0, 1) };
    const second = withRecorded(removed, { steps: [write('#b', 'xy')], replaces: 1 });
    expect(told(second.list)).toEqual(['#a', 'xy']);
  });

  it('keep a step that became the last one through a removal', () => {
    const first = withRecorded(none, { steps: [click('#a'), write('#b', 'x')], replaces: 0 });
    const removed = { ...first, list: first.list.slice(1) };
    const second = withRecorded(removed, { steps: [write('#b', 'xy')], replaces: 1 });
    const third = withRecorded(second, { steps: [], replaces: 1 });
    expect(told(second.list)).toEqual(['xy']);
    expect(told(third.list)).toEqual([]);
  });

  it('stay where the user has moved them', () => {
    const first = withRecorded(none, { steps: [click('#a'), write('#b', 'x')], replaces: 0 });
    const moved = { ...first, list: [...first.list].reverse() };
    const second = withRecorded(moved, { steps: [write('#b', 'xy'), click('#z')], replaces: 1 });
    expect(told(second.list)).toEqual(['xy', '#z', '#a']);
  });
});

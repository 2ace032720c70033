import { describe, expect, it, vi } from 'vitest';
import type { LiveFacts, LiveMessage } from '../../core/common/live';
import { LiveStream } from '../../core/live/live-stream';
import { LiveTree } from '../../core/live/live-tree';
import type { RecordedNode } from '../../core/live/recorded';

const facts = {} as LiveFacts;
const paragraph: RecordedNode = {
  ...{ id: 3, type: 2, tagName: 'p' },
  childNodes: [{ id: 4, type: 3, textContent: 'first' }],
};
const root: RecordedNode = {
  id: 1,
  type: 0,
  childNodes: [{ id: 2, type: 2, tagName: 'html', childNodes: [paragraph] }],
};

/** Creates a tree and a stream to a window. The test decides when the window has processed a message. */
function shownSlowly(withoutNodes = false) {
  const sent: LiveMessage[] = [];
  const tree: LiveTree = new LiveTree((change) => stream.changed(change));
  const parts = {
    tree: () => tree,
    facts: () => facts,
    document: () => '/page',
    pathOf: () => undefined,
    withoutNodes,
  };
  const stream = new LiveStream({ ...parts, send: (message) => sent.push(message) });
  const change = (value: string): void =>
    tree.apply({ kind: 'mutation', mutation: { texts: [{ id: 4, value }], attributes: [], removes: [], adds: [] } });
  const types = () => sent.map(({ type }) => type).filter((type) => type !== 'facts');
  return { stream, tree, sent, change, types };
}

describe('the stream to a slow window', () => {
  it('sends pending changes in one message, once the window has processed the last one', async () => {
    const { stream, tree, change, types } = shownSlowly();
    tree.apply({ kind: 'page', node: root });
    stream.start();
    await vi.waitFor(() => expect(types()).toEqual(['page']));
    change('second');
    change('third');
    stream.shown();
    await vi.waitFor(() => expect(types()).toEqual(['page', 'changes']));
    stream.stop();
  });

  it('sends the whole page when too many changes are pending', async () => {
    const { stream, tree, sent, change, types } = shownSlowly();
    tree.apply({ kind: 'page', node: root });
    stream.start();
    await vi.waitFor(() => expect(types()).toEqual(['page']));
    for (let at = 0; at < 25; at++) change(String(at).padEnd(1_000_000, 'x'));
    stream.shown();
    await vi.waitFor(() => expect(types()).toEqual(['page', 'page']));
    expect(JSON.stringify(sent.at(-1))).toContain('"24xxx');
    stream.stop();
  });
});

describe('the stream to a window without a mirror', () => {
  it('sends the versions of the page without its nodes', async () => {
    const { stream, tree, sent, change, types } = shownSlowly(true);
    tree.apply({ kind: 'page', node: root });
    stream.start();
    await vi.waitFor(() => expect(types()).toEqual(['page']));
    stream.shown();
    change('second');
    await vi.waitFor(() => expect(types()).toEqual(['page', 'changes']));
    expect(sent.slice(1)).toEqual([
      { type: 'page', version: 1, document: '/page', nodes: [] },
      { type: 'changes', version: 2, changes: [] },
    ]);
    stream.stop();
  });
});

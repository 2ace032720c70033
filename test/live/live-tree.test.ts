import { textContent } from 'domutils';
import { describe, expect, it } from 'vitest';
import { maxLiveChars, maxLiveDepth, maxLiveNodes } from '../../core/common/live';
import { cleanDocument } from '../../core/live/clean-node';
import { liveDocument } from '../../core/live/live-document';
import { LiveTree, type TreeChange } from '../../core/live/live-tree';
import { type RecordedMutation, type RecordedNode, readRecorded } from '../../core/live/recorded';

const element = (
  id: number,
  tagName: string,
  childNodes: RecordedNode[] = [],
  attributes = {},
  isShadow = false,
): RecordedNode => ({
  ...{ id, type: 2, tagName, attributes, childNodes, isShadow },
});
const text = (id: number, textContent: string): RecordedNode => ({ id, type: 3, textContent });
const page = (...body: RecordedNode[]): RecordedNode => ({
  ...{ id: 1, type: 0 },
  childNodes: [
    element(2, 'html', [element(3, 'head', [element(4, 'title', [text(5, 'Shop')])]), element(6, 'body', body)]),
  ],
});
const mutation = (changes: Partial<RecordedMutation>): RecordedMutation => ({
  texts: [],
  attributes: [],
  removes: [],
  adds: [],
  ...changes,
});

describe('the tree of a live page', () => {
  it('tracks added, removed and changed nodes', () => {
    const changes: TreeChange['type'][] = [];
    const tree = new LiveTree(({ type }) => changes.push(type));
    tree.apply({ kind: 'page', node: page(element(7, 'p', [text(8, 'one')])) });
    expect([tree.title, tree.version]).toEqual(['Shop', 1]);
    const added = { parentId: 6, nextId: 7, node: element(9, 'p') };
    const inside = { parentId: 9, nextId: null, node: text(10, 'zero') };
    tree.apply({ kind: 'mutation', mutation: mutation({ adds: [inside, added], texts: [{ id: 8, value: 'uno' }] }) });
    tree.apply({ kind: 'mutation', mutation: mutation({ attributes: [{ id: 9, attributes: { class: 'first' } }] }) });
    const { document, nodeOf } = liveDocument(tree);
    expect(textContent(document)).toBe('Shopzerouno');
    expect(nodeOf(9)).toMatchObject({ name: 'p', attribs: { class: 'first' } });
    tree.apply({ kind: 'mutation', mutation: mutation({ removes: [{ parentId: 6, id: 9 }] }) });
    expect([textContent(liveDocument(tree).document), tree.node(10)]).toEqual(['Shopuno', undefined]);
    expect(changes).toEqual(['page', 'add', 'add', 'text', 'attributes', 'remove']);
  });

  it('keeps the first nodes of an oversized page, and reports it', () => {
    const tree = new LiveTree();
    const many = Array.from({ length: maxLiveNodes }, (_, index) => element(100 + index, 'p'));
    tree.apply({ kind: 'page', node: page(...many) });
    expect([tree.size, tree.cut]).toEqual([maxLiveNodes, true]);
    tree.apply({ kind: 'page', node: page() });
    expect(tree.cut).toBe(false);
  });

  it('limits characters of texts, attributes and changes, and reports the cut', () => {
    const tree = new LiveTree();
    const part = 'x'.repeat(maxLiveChars / 5);
    const parts = [0, 1].map((at) => element(100 + at, 'p', [text(200 + at, part)], { title: part }));
    tree.apply({ kind: 'page', node: page(...parts) });
    expect(tree.cut).toBe(false);
    tree.apply({ kind: 'mutation', mutation: mutation({ texts: [{ id: 200, value: part + part }] }) });
    expect([tree.cut, tree.node(200)?.text.length]).toEqual([true, 0]);
    const again = { parentId: 6, nextId: null, node: element(300, 'p', [text(301, part)]) };
    tree.apply({ kind: 'mutation', mutation: mutation({ removes: [{ parentId: 6, id: 101 }], adds: [again] }) });
    expect(tree.node(301)?.text.length).toBe(part.length);
    tree.apply({ kind: 'mutation', mutation: mutation({ attributes: [{ id: 300, attributes: { title: part } }] }) });
    expect(tree.node(300)?.attributes.get('title')?.length).toBe(part.length);
  });

  it('cuts nesting that would overflow the stack', () => {
    const tree = new LiveTree();
    tree.apply({ kind: 'page', node: page(element(100, 'div')) });
    const adds = Array.from({ length: 20_000 }, (_, index) => ({
      ...{ parentId: 100 + index, nextId: null, node: element(101 + index, 'div') },
    }));
    tree.apply({ kind: 'mutation', mutation: mutation({ adds }) });
    expect(tree.cut).toBe(true);
    const nodes = cleanDocument(tree.root!, { base: 'https://a.example/', pathOf: () => undefined });
    expect(JSON.stringify(nodes).match(/"div"/g)?.length).toBe(maxLiveDepth - 3);
    expect(liveDocument(tree).nodeOf(100)).toBeDefined();
    tree.apply({ kind: 'mutation', mutation: mutation({ removes: [{ parentId: 6, id: 100 }] }) });
    expect(tree.node(101)).toBeUndefined();
  });

  it('reports missing content when an event was too long', () => {
    const tree = new LiveTree();
    const event = readRecorded('{"type":"cut","data":{}}');
    if (event) tree.apply(event);
    expect(tree.cut).toBe(true);
  });

  it.each(['', 'null', '{"type":3,"data":{"source":0,"adds":7}}', '{"type":2}', '{"type":3,"data":null}', '[]'])(
    'survives the event %s',
    (payload) => {
      const tree = new LiveTree();
      const event = readRecorded(payload);
      if (event) tree.apply(event);
      expect(tree.size).toBe(0);
    },
  );
});

describe('the document of a live page', () => {
  it('contains frames as boxes, and shadow roots instead of children, as recipes expect', () => {
    const tree = new LiveTree();
    const host = element(20, 'x-card', [
      { ...text(21, 'light'), id: 21 },
      element(22, 'style', [text(23, 'p{}')], {}, true),
      element(24, 'p', [element(25, 'slot', [text(26, 'unused')])], {}, true),
    ]);
    const frame = element(30, 'iframe', [], { id: 'f', src: 'https://a.example/' });
    tree.apply({ kind: 'page', node: page(host, frame) });
    const inner: RecordedNode = {
      id: 31,
      type: 0,
      childNodes: [element(32, 'html', [element(33, 'body', [element(34, 'b', [text(35, 'in')])])])],
    };
    tree.apply({ kind: 'mutation', mutation: mutation({ adds: [{ parentId: 30, nextId: null, node: inner }] }) });
    const { nodeOf, idOf } = liveDocument(tree);
    const card = nodeOf(20)!;
    expect(textContent(card)).toBe('light');
    expect(nodeOf(24)?.parent).toBe(card);
    expect(nodeOf(30)).toMatchObject({
      name: 'div',
      attribs: { 'data-original-tag': 'iframe', id: 'f', 'data-src': 'https://a.example/' },
    });
    expect(nodeOf(34)?.parent).toBe(nodeOf(30));
    expect(idOf(nodeOf(34)!)).toBe(34);
  });
});

import { expect, it } from 'vitest';
import type { ValueKind } from '../../../../../core/page/extraction/rules/lexicon/concept';
import { concepts, conceptsByLabel } from '../../../../../core/page/extraction/rules/lexicon/lexicon';

const kinds: Record<ValueKind, true> = {
  text: true,
  name: true,
  code: true,
  money: true,
  currency: true,
  number: true,
  date: true,
  time: true,
  duration: true,
  flag: true,
  stock: true,
  url: true,
  image: true,
  email: true,
  phone: true,
  address: true,
  list: true,
  prose: true,
};

it('gives every concept an id of its own and a known kind', () => {
  expect(new Set(concepts.map(({ id }) => id)).size).toBe(concepts.length);
  expect(concepts.filter(({ kind }) => !(kind in kinds))).toEqual([]);
});

it('holds words without space around them, and none that is empty', () => {
  const listed = concepts.flatMap(({ names, labels, paths, metas }) => [...names, ...labels, ...paths, ...metas]);
  expect(listed.filter((word) => word === '' || word !== word.trim() || word.includes(','))).toEqual([]);
});

it('puts a concept of products first where concepts share a label', () => {
  expect(conceptsByLabel('Prix').map(({ id }) => id)[0]).toBe('price');
});

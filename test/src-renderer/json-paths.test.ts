import { expect, it } from 'vitest';
import { childrenOf, foldedText } from '../../src-renderer/display/json-paths';

it('paths use JavaScript notation', () => {
  const paths = (value: unknown) => childrenOf(value, '$').map(({ path }) => path);
  expect(paths([1, 2])).toEqual(['$[0]', '$[1]']);
  expect(paths({ name: 1, 'with space': 2, 'a"b': 3 })).toEqual(['$.name', '$["with space"]', '$["a\\"b"]']);
  expect(paths('text')).toEqual([]);
});

it('a collapsed value shows its size', () => {
  expect([foldedText([1]), foldedText([1, 2]), foldedText({ a: 1 })]).toEqual([
    '[1 entry]',
    '[2 entries]',
    '{1 field}',
  ]);
});

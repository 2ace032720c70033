import { describe, expect, it } from 'vitest';
import { defineFormat } from '../../../core/contract/plugin';
import { deriveFormats } from '../../../core/platform/plugins/derive';
import { orderFormats } from '../../../core/platform/plugins/format-graph';

const format = (
  id: string,
  needs: readonly string[],
  derive: (values: Record<string, unknown>) => unknown = () => id,
) => defineFormat({ id, summary: `The format ${id}.`, needs, derive: derive as never });
const among =
  (...formats: ReturnType<typeof format>[]) =>
  (id: string) =>
    formats.find((one) => one.id === id);
const requests = (...types: readonly string[]) => types.map((type) => ({ type }));

describe('the format graph', () => {
  it('orders each need before its users, once', () => {
    const find = among(format('c', ['b', 'a']), format('b', ['a']), format('a', ['dom']));
    expect(orderFormats(requests('c', 'b'), find)).toMatchObject({ worker: ['a', 'b', 'c'], engine: [] });
  });

  it('assigns formats that need the engine, and all that depend on them, to the engine', () => {
    const find = among(format('plain', ['dom']), format('shot', ['capture']), format('both', ['shot', 'plain']));
    expect(orderFormats(requests('both'), find)).toMatchObject({ worker: ['plain'], engine: ['shot', 'both'] });
  });

  it('captures for a format needed by another one', () => {
    const shot = { ...format('shot', ['capture']), capture: async () => 'bytes' };
    const find = among(shot, format('mirrored', ['shot']));
    expect(orderFormats(requests('mirrored'), find).captures).toEqual([{ type: 'shot' }]);
    const own = { type: 'shot', fullPage: true };
    expect(orderFormats([...requests('mirrored'), own], find).captures).toEqual([own]);
  });

  it('names the cycle of circular needs', () => {
    const find = among(format('a', ['b']), format('b', ['c']), format('c', ['a']));
    expect(() => orderFormats(requests('a'), find)).toThrow('a → b → c → a');
  });

  it('names missing needs and their users', () => {
    expect(() => orderFormats(requests('a'), among(format('a', ['nowhere'])))).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST',
        message: expect.stringContaining('The format "a" needs "nowhere", which is neither a base value nor'),
      }),
    );
  });

  it('gives advice about a format that is not loaded', () => {
    expect(() => orderFormats(requests('a'), among())).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringContaining('Enable its plugin') }),
    );
  });

  it.each(['base', 'constructor'])('derives each format once for all its users: %s', async (shared) => {
    let runs = 0;
    const counted = format(shared, ['source'], () => ++runs);
    const find = among(
      counted,
      format('x', [shared], (values) => `x${values[shared]}`),
      format('y', [shared], (values) => `y${values[shared]}`),
    );
    const values = await deriveFormats({
      order: orderFormats(requests('x', 'y'), find).worker,
      find,
      requests: requests('x', 'y'),
      configOf: () => ({}),
      url: 'http://example.com/',
      signal: new AbortController().signal,
      warn: () => undefined,
      base: () => 'text',
    });
    expect(values).toEqual({ [shared]: 1, x: 'x1', y: 'y1' });
  });

  it('names a throwing format', async () => {
    const find = among(
      format('bad', ['source'], () => {
        throw new Error('no luck');
      }),
    );
    const derivation = {
      order: ['bad'],
      find,
      requests: [],
      configOf: () => ({}),
      url: '',
      signal: new AbortController().signal,
      warn: () => undefined,
      base: () => '',
    };
    await expect(deriveFormats(derivation)).rejects.toThrow('format "bad": no luck');
  });
});

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
  it('orders each need before what needs it, once', () => {
    const find = among(format('c', ['b', 'a']), format('b', ['a']), format('a', ['dom']));
    expect(orderFormats(requests('c', 'b'), find)).toMatchObject({ worker: ['a', 'b', 'c'], engine: [] });
  });

  it('sends what needs the engine, and all that builds on it, to the engine', () => {
    const find = among(format('plain', ['dom']), format('shot', ['capture']), format('both', ['shot', 'plain']));
    expect(orderFormats(requests('both'), find)).toMatchObject({ worker: ['plain'], engine: ['shot', 'both'] });
  });

  it('captures for a format that only another one needs', () => {
    const shot = { ...format('shot', ['capture']), capture: async () => 'bytes' };
    const find = among(shot, format('mirrored', ['shot']));
    expect(orderFormats(requests('mirrored'), find).captures).toEqual([{ type: 'shot' }]);
    const own = { type: 'shot', fullPage: true };
    expect(orderFormats([...requests('mirrored'), own], find).captures).toEqual([own]);
  });

  it('names the ring when formats need each other', () => {
    const find = among(format('a', ['b']), format('b', ['c']), format('c', ['a']));
    expect(() => orderFormats(requests('a'), find)).toThrow('a → b → c → a');
  });

  it('names what is missing and who needs it', () => {
    expect(() => orderFormats(requests('a'), among(format('a', ['nowhere'])))).toThrow(
      'Nothing provides "nowhere", which "a" needs',
    );
  });

  it('says of a format that is not loaded what to do', () => {
    expect(() => orderFormats(requests('a'), among())).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringContaining('Enable its plugin') }),
    );
  });

  it('derives each format once and hands it to all that need it', async () => {
    let runs = 0;
    const counted = format('base', ['source'], () => ++runs);
    const find = among(
      counted,
      format('x', ['base'], ({ base }) => `x${base}`),
      format('y', ['base'], ({ base }) => `y${base}`),
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
    expect(values).toEqual({ base: 1, x: 'x1', y: 'y1' });
  });

  it('names the format that throws', async () => {
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

import { describe, expect, it } from 'vitest';
import { KnownLinks } from '../../../core/pipeline/tasks/known-links';

const task = (url: string, key?: string) => ({ url, key, depth: 1 });
const refused = (url: string) => ({ url, reason: 'scope', code: 'CRAWL_DENIED' });

describe('known links of a frontier', () => {
  it('are not looked up again, by key and kind', () => {
    const known = new KnownLinks();
    const first = { discovered: [task('http://a.test/?b', 'a')], refused: [refused('http://b.test/')] };
    expect(known.unknownOf(first)).toEqual(first);
    known.learn(first, []);
    const next = known.unknownOf({
      discovered: [task('http://a.test/?c', 'a'), task('http://b.test/')],
      refused: [refused('http://b.test/'), refused('http://c.test/')],
    });
    expect(next).toEqual({ discovered: [task('http://b.test/')], refused: [refused('http://c.test/')] });
  });

  it('may be added later if they exceeded the limit', () => {
    const known = new KnownLinks();
    const links = { discovered: [task('http://a.test/'), task('http://b.test/')], refused: [] };
    known.learn(links, [task('http://b.test/')]);
    expect(known.unknownOf(links).discovered).toEqual([task('http://b.test/')]);
  });
});

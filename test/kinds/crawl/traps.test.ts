import { describe, expect, it } from 'vitest';
import { TrapGuard } from '../../../core/kinds/crawl/traps';
import { randomFrom } from './random';
import { walk } from './walk';

const start = 'https://shop.example/';
const realPages = 1000;

/** Returns the links of the real part of a site, which is a tree of articles. */
function realLinks(url: URL): string[] {
  const match = /^\/article\/(\d+)$/.exec(url.pathname);
  const at = match ? Number(match[1]) : 0;
  if (!match && url.pathname !== '/') return [];
  return Array.from({ length: 4 }, (_, index) => at * 4 + index + 1)
    .filter((child) => child <= realPages)
    .map((child) => `/article/${child}`);
}

const hex = (random: () => number, length = 32) =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');

const pad = (value: number) => String(value).padStart(2, '0');

/** Traps, each with its entrance on the home page and the links on its pages. */
const trapSites: Record<string, { entrance: string; links: (url: URL) => string[] }> = {
  'a calendar by path': {
    entrance: '/calendar/2026/11',
    links: (url) => {
      const [, year = 0, month = 0] = /\/calendar\/(\d+)\/(\d+)/.exec(url.pathname)?.map(Number) ?? [];
      const step = (by: number) => {
        const at = year * 12 + month - 1 + by;
        return `/calendar/${Math.floor(at / 12)}/${pad((at % 12) + 1)}`;
      };
      const days = Array.from({ length: 28 }, (_, day) => `/calendar/${year}/${pad(month)}/${pad(day + 1)}`);
      return [step(1), step(-1), `/calendar/${year + 1}/${pad(month)}`, ...days];
    },
  },
  'a calendar by query': {
    entrance: '/events?date=2026-11-20&view=day',
    links: (url) => {
      const date = new Date(`${url.searchParams.get('date')}T00:00:00Z`);
      return [1, -1, 7, -7, 31].flatMap((by) => {
        const other = new Date(date.getTime() + by * 86_400_000).toISOString().slice(0, 10);
        return ['day', 'week', 'month'].map((view) => `/events?date=${other}&view=${view}`);
      });
    },
  },
  'a session id in the query': {
    entrance: '/catalog?sid=0',
    links: (() => {
      const random = randomFrom(1);
      return () => {
        const sid = hex(random);
        return Array.from({ length: 30 }, (_, page) => `/catalog/item${page}?sid=${sid}`);
      };
    })(),
  },
  'a session id under a name nobody knows': {
    entrance: '/catalog?k=0',
    links: (() => {
      const random = randomFrom(2);
      return () => Array.from({ length: 30 }, (_, page) => `/catalog/item${page}?zz=${hex(random)}`);
    })(),
  },
  'a session id in the path': {
    entrance: '/catalog/',
    links: (() => {
      const random = randomFrom(3);
      return () => {
        const sid = hex(random);
        return Array.from({ length: 20 }, (_, page) => [
          `/catalog/item${page};jsessionid=${sid}`,
          `/catalog/s/${sid}/item${page}`,
          `/catalog/(S(${sid.slice(0, 24)}))/item${page}`,
        ]).flat();
      };
    })(),
  },
  'folders without end': {
    entrance: '/deep/',
    links: (url) => ['a/', 'b/', 'c/', 'd/', 'e/'].map((name) => new URL(name, url).href),
  },
  'numbered folders without end': {
    entrance: '/deep/',
    links: (url) =>
      Array.from({ length: 5 }, (_, index) => new URL(`dir${url.pathname.length * 7 + index}/`, url).href),
  },
  'bare numbers as folders without end': {
    entrance: '/deep/1',
    links: (url) => [1, 2].map((index) => `${url.pathname}/${index}`),
  },
  'folders of random names without end': {
    entrance: '/deep/',
    links: (() => {
      const random = randomFrom(4);
      const name = () => Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
      return (url: URL) => [name(), name()].map((one) => new URL(`${one}/`, url).href);
    })(),
  },
  'more and more folders of random names': {
    entrance: '/deep/',
    links: (() => {
      const random = randomFrom(5);
      const name = () => Array.from({ length: 7 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
      return (url: URL) => [name(), name(), name()].map((one) => new URL(`${one}/`, url).href);
    })(),
  },
  'sort permutations': {
    entrance: '/list',
    links: (url) => {
      const values: Record<string, string[]> = {
        sort: ['price', 'name', 'date', 'rank'],
        dir: ['asc', 'desc'],
        color: ['red', 'green', 'blue', 'black', 'white', 'grey'],
        size: ['s', 'm', 'l', 'xl'],
        page: ['1', '2', '3', '4', '5'],
      };
      return Object.entries(values).flatMap(([name, list]) =>
        list.map((value) => {
          const other = new URL(url);
          other.searchParams.delete(name);
          other.searchParams.append(name, value);
          return other.href;
        }),
      );
    },
  },
  'ever longer queries': {
    entrance: '/list?f=a',
    links: (url) => ['a', 'b', 'c'].map((value) => `${url.pathname}${url.search}&f=${value}`),
  },
  'ever longer lists': {
    entrance: '/list?tags=a',
    links: (url) => ['a', 'b', 'c', 'd'].map((tag) => `/list?tags=${url.searchParams.get('tags')},${tag}`),
  },
  '/a/a/a': {
    entrance: '/a/',
    links: (url) => [`${url.pathname}a/`, `${url.pathname}b/a/`],
  },
  'a spiral of relative links': {
    entrance: '/about/',
    links: (url) => ['about/', 'team/', 'jobs/', 'press/', 'contact/'].map((name) => new URL(name, url).href),
  },
  'a spiral of relative links without slashes': {
    entrance: '/info/about.html',
    links: (url) => ['info/about.html', 'info/team.html', 'shop/cart.html'].map((name) => new URL(name, url).href),
  },
  'ways back': {
    entrance: '/login?next=/',
    links: (url) =>
      ['a', 'b'].map((name) => `/login?next=${encodeURIComponent(`${url.pathname}${url.search}${name}`)}`),
  },
};

describe('traps', () => {
  it.each(Object.entries(trapSites))('%s: costs less than 5 %% and no real page', async (_, { entrance, links }) => {
    const siteLinks = (url: URL) =>
      url.pathname === '/' && url.search === ''
        ? [entrance, ...realLinks(url)]
        : url.pathname.startsWith('/article/')
          ? realLinks(url)
          : links(url);
    const { visited, refused } = await walk(start, siteLinks);
    const real = visited.filter((url) => new URL(url).pathname.startsWith('/article/'));
    expect(real).toHaveLength(realPages);
    expect(visited.length - real.length - 1).toBeLessThan(500);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every(({ reason, message }) => reason.startsWith('trap-') && message.length > 20)).toBe(true);
  });

  it('reaches the limit when the site has nothing else', async () => {
    expect((await walk(start, (url) => [`/p/${Number(url.pathname.slice(3) || 0) + 1}`], 300)).visited).toHaveLength(
      300,
    );
  });

  it('is deterministic', async () => {
    const site = trapSites['sort permutations']!;
    const run = async () => (await walk(new URL(site.entrance, start).href, site.links)).visited;
    expect(await run()).toEqual(await run());
  });

  it('admits an admitted URL again', () => {
    const guard = new TrapGuard({ startUrl: start, limit: 100, now: new Date('2026-11-20') });
    const urls = Array.from(
      { length: 2000 },
      (_, index) => new URL(`/calendar/${1900 + (index % 120)}/${(index % 12) + 1}`, start),
    );
    const first = urls.map((url) => guard.check(url) === undefined);
    expect(urls.map((url) => guard.check(url) === undefined)).toEqual(first);
    expect(first).toContain(true);
    expect(first).toContain(false);
  });
});

describe('real sites', () => {
  const now = new Date('2026-11-20T00:00:00Z');
  const all = (urls: readonly string[], limit = 10_000) => {
    const guard = new TrapGuard({ startUrl: start, limit, now });
    return urls.flatMap((url) => guard.check(new URL(url, start)) ?? []);
  };
  const range = (count: number) => Array.from({ length: count }, (_, index) => index);

  it.each<[string, string[]]>([
    ['a pagination by query', range(2000).map((page) => `/blog?page=${page}`)],
    ['a pagination by path', range(2000).map((page) => `/blog/page/${page}/`)],
    ['products by id', range(5000).map((id) => `/product.php?id=${id}`)],
    ['a forum', range(1000).flatMap((topic) => [0, 15, 30].map((from) => `/viewtopic.php?t=${topic}&start=${from}`))],
    [
      'a date archive by month',
      range(240).map((month) => `/blog/${2007 + Math.floor(month / 12)}/${pad((month % 12) + 1)}/`),
    ],
    ['a date archive by day', range(900).map((day) => `/archive/2024/${pad((day % 12) + 1)}/${pad((day % 28) + 1)}`)],
    [
      'articles with their date',
      range(4000).map((id) => `/20${pad(id % 26)}/${pad((id % 12) + 1)}/${pad((id % 28) + 1)}/story-${id}`),
    ],
    ['documentation', range(3000).map((id) => `/docs/v${id % 3}/guide/part-${id % 40}/chapter-${id}.html`)],
    [
      'a deep tree of documentation',
      range(100).map((id) => `/docs/api/java.base/java/util/concurrent/atomic/Type${id}.html`),
    ],
    ['things with random ids', range(3000).map((id) => `/post/${hex(randomFrom(id))}`)],
    ['things with random ids and subpages', range(1000).map((id) => `/users/${hex(randomFrom(id))}/profile`)],
    ['things by id in the query', range(3000).map((id) => `/item?id=${hex(randomFrom(id))}`)],
    [
      'filters of a small shop',
      ['red', 'blue'].flatMap((color) => ['s', 'm', 'l'].map((size) => `/list?color=${color}&size=${size}`)),
    ],
    ['years in names', ['/report-2031', '/2050-vision', '/plan/2040', '/goals?target=2035-strategy']],
    ['a search', range(500).map((id) => `/search?q=word${id}&lang=en`)],
    ['the same segment twice', ['/facebook/react/packages/react/index', '/en/docs/en/start', '/a/b/a/b']],
  ])('are not trapped: %s', (_, urls) => {
    expect(all(urls).slice(0, 3)).toEqual([]);
  });

  it('are crawled completely: a shop of categories', async () => {
    const { visited, refused } = await walk(start, (url) => {
      const parts = url.pathname.split('/').filter(Boolean);
      const sizes = [8, 6, 5, 4];
      const count = sizes[parts.length] ?? 0;
      const nav = range(8).map((index) => `/cat${index}-${String.fromCharCode(97 + index).repeat(3)}/`);
      const words = ['shoes', 'hats', 'coats', 'bags', 'belts', 'socks', 'ties', 'gloves'];
      const kinds = ['men', 'women', 'kids', 'sport', 'work', 'sale'];
      const below =
        parts.length === 0
          ? nav
          : range(count).map((index) => {
              const name =
                parts.length === 1
                  ? kinds[index]
                  : parts.length === 2
                    ? words[index]
                    : `item-${parts.join('-')}-${index}`;
              return `${url.pathname}${name}/`;
            });
      return [...nav, ...below];
    });
    expect(refused).toEqual([]);
    expect(visited).toHaveLength(1 + 8 + 8 * 6 + 8 * 6 * 5 + 8 * 6 * 5 * 4);
  });

  it('use little memory for a hundred thousand URLs', () => {
    const guard = new TrapGuard({ startUrl: start, limit: 1_000_000, now });
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 100_000; index++)
      guard.check(new URL(`/p${index % 5000}/x?a=${index}&b=${index % 7}`, start));
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150_000_000);
  });
});

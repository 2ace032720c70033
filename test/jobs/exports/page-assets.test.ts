import { describe, expect, it } from 'vitest';
import { markdownLinks } from '../../../core/jobs/exports/asset-links';
import { type AssetFile, type AssetPage, PageAssets, pageKeyOf } from '../../../core/jobs/exports/page-assets';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n');
const site = 'https://site.example';

function rig(answers: Readonly<Record<string, Uint8Array | string>>) {
  const asked: string[] = [];
  const assets = new PageAssets(async (url) => {
    asked.push(url.replace(site, ''));
    const answer = answers[url.replace(site, '')];
    if (answer === undefined) throw new Error('answered 404.');
    return Buffer.from(answer);
  });
  const place = async (page: Partial<AssetPage>, root = '') => {
    const files: AssetFile[] = [];
    const steps = assets.of({ markdown: '', url: `${site}/page`, contentType: 'text/html', ...page }, root);
    let step = await steps.next();
    for (; !step.done; step = await steps.next()) files.push(step.value);
    return { ...step.value, names: files.map(({ name }) => name) };
  };
  return { assets, asked, place };
}

describe('markdownLinks', () => {
  it('finds destinations of images and links, but not those in code', () => {
    const markdown = [
      'A [![pic](https://a.example/p_\\(1\\).png "Title")](<https://a.example/a b.pdf>) here',
      '`![no](https://a.example/no.png)`',
      '```\n![no](https://a.example/no.png)\n```',
      '> - ~~~~\n>   ![no](https://a.example/no.png)\n>   ~~~\n>\n>   ~~~~',
      'A ` tick, \\`![yes](https://a.example/yes.png) and ``code ` ![no](x)``',
      '\\![a link](https://a.example/link.pdf) [broken](https://a.example/no.pdf and \\[x](https://a.example/no.pdf)',
      '| a | ![t](https://a.example/t.png?x=1&amp;y=2) |\r\n| --- | --- |',
    ].join('\r\n\r\n');
    const links = markdownLinks(markdown);
    expect(links.map(({ url, isImage }) => [url, isImage])).toEqual([
      ['https://a.example/p_(1).png', true],
      ['https://a.example/a b.pdf', false],
      ['https://a.example/yes.png', true],
      ['https://a.example/link.pdf', false],
      ['https://a.example/t.png?x=1&y=2', true],
    ]);
    expect(links.map(({ start, end }) => markdown.slice(start, end))[1]).toBe('https://a.example/a b.pdf');
  });
});

describe('markdownLinks, on a hostile page,', () => {
  it.each(['![a](b ', '[', '](', '`', '``` `` ', '![a](<', '![a](((', `${'> '.repeat(50)}~~~`])(
    'reads a million characters of %j at once',
    (part) => {
      const start = performance.now();
      markdownLinks(part.repeat(1_000_000 / part.length));
      expect(performance.now() - start).toBeLessThan(5000);
    },
  );
});

describe('PageAssets', () => {
  it('saves images and linked documents once, and makes their links relative', async () => {
    const { asked, place } = rig({
      '/a.png': png,
      '/copy.PNG': png,
      '/con.pdf': pdf,
      '/logo': '<svg xmlns="x"></svg>',
    });
    const markdown = `![a](${site}/a.png) ![b](${site}/copy.PNG) ![c](/logo "Logo")\n\n[doc](${site}/con.pdf#page=2) [page](${site}/other)`;
    const first = await place({ markdown }, '../');
    const [image = '', logo = '', doc = ''] = first.names;
    expect(first.names).toEqual([
      expect.stringMatching(/^assets\/a-[0-9a-f]{8}\.png$/),
      expect.stringMatching(/^assets\/logo-[0-9a-f]{8}\.svg$/),
      expect.stringMatching(/^assets\/con-[0-9a-f]{8}\.pdf$/),
    ]);
    expect(first.markdown).toBe(
      `![a](../${image}) ![b](../${image}) ![c](../${logo} "Logo")\n\n[doc](../${doc}) [page](${site}/other)`,
    );
    expect((await place({ markdown: `![a](${site}/a.png)` })).markdown).toBe(`![a](${image})`);
    expect(asked).toEqual(['/a.png', '/copy.PNG', '/logo', '/con.pdf']);
  });

  it('links to saved pages, also if a link differs in a slash, an index file or the fragment', async () => {
    const pages = new Map([[pageKeyOf(`${site}/guide/`) ?? '', '00002-guide.md']]);
    const assets = new PageAssets(() => Promise.reject(new Error('answered 404.')), pages);
    const links = ['/guide', '/guide/index.html#part', '/guide?page=2', '/guide#a(b'];
    const markdown = links.map((link) => `[page](<${site}${link}>)`).join(' ');
    const { value } = await assets.of({ markdown, url: `${site}/`, contentType: 'text/html' }, '../').next();
    expect((value as { markdown: string }).markdown).toBe(
      `[page](<../00002-guide.md>) [page](<../00002-guide.md#part>) [page](<${site}/guide?page=2>) [page](<../00002-guide.md>)`,
    );
  });

  it('saves the original of a page that is a document', async () => {
    const { place } = rig({ '/report': pdf });
    const placed = await place({ markdown: 'Text', url: `${site}/report`, contentType: 'application/pdf' });
    expect(placed).toMatchObject({ markdown: 'Text', original: placed.names[0] });
    expect(placed.names).toEqual([expect.stringMatching(/^assets\/report-[0-9a-f]{8}\.pdf$/)]);
  });

  it('keeps the link of a file that is missing, a web page or a program, and reports it', async () => {
    const { assets, place } = rig({
      '/login.png': '<!doctype html><html><body><svg></svg></body></html>',
      '/setup.png': Buffer.from('MZ\u0090\u0000\u0003', 'latin1'),
    });
    const markdown = `![x](${site}/gone.png) ![y](${site}/login.png) ![z](${site}/setup.png) ![d](data:image/png;base64,AA==)`;
    expect(await place({ markdown })).toEqual({ markdown, names: [] });
    expect(assets.saved).toBe(0);
    expect(assets.failures).toEqual([
      `${site}/gone.png answered 404.`,
      `${site}/login.png The response is neither an image nor a document.`,
      `${site}/setup.png The response is neither an image nor a document.`,
    ]);
  });

  it('stops fetching after 10,000 failures', async () => {
    const { assets, asked, place } = rig({});
    await place({ markdown: Array.from({ length: 10_020 }, (_, at) => `![x](/${at}.png)`).join(' ') });
    expect(asked).toHaveLength(10_000);
    expect(assets.failures.at(-1)).toContain('The limit for saved files was reached.');
  });

  it.each([
    ['/con', /^assets\/con-[0-9a-f]{8}\.png$/],
    ['/a%2F..%2F%00b:c*.png', /^assets\/a-b-c-[0-9a-f]{8}\.png$/],
    [`/${'long'.repeat(50)}.png`, /^assets\/(?:long){10}-[0-9a-f]{8}\.png$/],
    ['/...', /^assets\/file-[0-9a-f]{8}\.png$/],
  ])('names the file of %s safely for every file system', async (path, name) => {
    const { place } = rig({ [path]: png });
    expect((await place({ markdown: `![a](${site}${path})` })).names).toEqual([expect.stringMatching(name)]);
  });
});

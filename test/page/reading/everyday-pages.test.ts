import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InlineReader } from '../../../core/page/reading/inline-reader';
import { Registries } from '../../../core/platform/plugins/registry';
import { builtInPlugins } from '../../../plugins';

/** Expected content of a page. `must` contains strings in the order in which they must appear in the Markdown. */
interface Expected {
  readonly url: string;
  readonly headline: string;
  readonly must: readonly string[];
  readonly never: readonly string[];
}

const folder = 'test/fixtures/pages';
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -5));
const reader = new InlineReader(new Registries(builtInPlugins));

async function readPage(name: string, url: string): Promise<string> {
  const { values } = await reader.read(
    {
      url,
      statusCode: 200,
      headers: {},
      contentType: 'text/html; charset=utf-8',
      body: readFileSync(join(folder, `${name}.html`)),
      rendered: false,
      content: { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true },
      order: ['markdown'],
      formats: [{ type: 'markdown' }],
      configs: { markdown: {} },
      parsers: [],
      deadlineMs: Number.POSITIVE_INFINITY,
      wantsLinks: false,
    },
    new AbortController().signal,
  );
  return String(values.markdown);
}

/** Returns the expected strings that are missing or out of order. */
function missing(markdown: string, must: readonly string[]): readonly string[] {
  let from = 0;
  return must.filter((piece) => {
    const at = markdown.indexOf(piece, from);
    if (at >= 0) from = at + piece.length;
    return at < 0;
  });
}

describe.each(names)('%s', (name) => {
  const expected = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Expected;
  const markdown = readPage(name, expected.url);

  it('starts with its headline, once', async () => {
    const lines = (await markdown).split('\n');
    expect(lines.filter((line) => line.startsWith('# '))).toEqual([`# ${expected.headline}`]);
    expect(lines.find((line) => line.trim() !== '')).toBe(`# ${expected.headline}`);
  });

  it('contains its content in order', async () => {
    expect(missing(await markdown, expected.must)).toEqual([]);
  });

  it('omits menus, header and footer', async () => {
    const text = await markdown;
    expect(expected.never.filter((piece) => text.includes(piece))).toEqual([]);
  });
});

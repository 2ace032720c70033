import type { FilePage, FilePageBlocks } from '../../contract/plugin';
import { deriveFormats } from '../../platform/plugins/derive';
import type { Registries } from '../../platform/plugins/registry';
import { selectContent } from '../documents/content/select-content';
import { parseHtml } from '../documents/parse-html';
import type { ReadInput } from './document-reader';
import type { Source } from './read-source';

/** Returns the response fields that describe a file's pages: `pages`, `blocks`, and `markdown` with page markers. */
export async function pageValues(
  { pages, marked, blocks }: Pick<Source, 'pages' | 'marked' | 'blocks'>,
  input: ReadInput,
  plugins: Registries,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const toMarkdown = (html: string) => markdownOf(html, input, plugins, signal);
  return {
    ...(pages ? { pages: await wirePages(pages, toMarkdown) } : {}),
    ...(blocks ? { blocks: await Promise.all(blocks.map((page) => wireBlocks(page, toMarkdown))) } : {}),
    ...(marked ? { markdown: await markedMarkdown(marked, toMarkdown) } : {}),
  };
}

type ToMarkdown = (html: string) => Promise<string>;

/** Converts part of a file from HTML to Markdown, using the `markdown` format. */
async function markdownOf(html: string, input: ReadInput, plugins: Registries, signal: AbortSignal): Promise<string> {
  const { document } = parseHtml([html]);
  const content = selectContent(document, { url: input.url, ...input.content, onlyMainContent: false }).root;
  const values = await deriveFormats({
    order: ['markdown'],
    find: (id) => plugins.format.get(id),
    requests: [],
    configOf: (id) => input.configs[id] ?? plugins.format.get(id)?.config?.parse({}),
    url: input.url,
    signal,
    warn: () => undefined,
    base: () => content,
  });
  return String(values.markdown);
}

const wirePages = (pages: readonly FilePage[], toMarkdown: ToMarkdown) =>
  Promise.all(pages.map(async ({ number, html }) => ({ pageNumber: number, markdown: await toMarkdown(html) })));

async function wireBlocks({ number, width, height, status, items }: FilePageBlocks, toMarkdown: ToMarkdown) {
  const blocks = items.map(async ({ type, bbox, html, confidence }, at) => ({
    id: `${number}-${at + 1}`,
    type,
    label: null,
    bbox,
    content: await toMarkdown(html),
    markdownSpan: null,
    readingOrder: at,
    source: confidence === undefined ? 'text-layer' : 'ocr',
    confidence: { layout: null, ocr: confidence ?? null },
  }));
  return { pageNumber: number, width, height, status, items: await Promise.all(blocks) };
}

/** Joins the Markdown of all pages that have text. A marker precedes each page except the first. */
async function markedMarkdown(pages: readonly FilePage[], toMarkdown: ToMarkdown): Promise<string> {
  const texts = (await wirePages(pages, toMarkdown)).filter(({ markdown }) => markdown !== '');
  return texts
    .map(({ pageNumber, markdown }, at) => (at === 0 ? markdown : `---\n\n<!-- page ${pageNumber} -->\n\n${markdown}`))
    .join('\n\n');
}

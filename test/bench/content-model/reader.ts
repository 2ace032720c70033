import type { Document } from 'domhandler';
import { FEATURES, featuresOf } from '../../../core/page/documents/content/features';
import { MeasuredPage } from '../../../core/page/documents/content/measured-page';
import { type Model, probabilityOf } from '../../../core/page/documents/content/model';
import { readPageFacts } from '../../../core/page/documents/content/page-survey';
import { segmentPage } from '../../../core/page/documents/content/segment';
import { selectContent } from '../../../core/page/documents/content/select-content';
import { parseHtml } from '../../../core/page/documents/parse-html';
import { toMarkdown } from '../../../plugins/formats/markdown/convert';
import type { StoredPage } from './dataset';
import type { Answer } from './judge';

export { probabilityOf };

/** Feature names, in column order. */
export const features: readonly string[] = FEATURES;

/** Model input for one page. */
export interface SeenPage {
  readonly rows: Float32Array;
  /** For each unit, the texts of its blocks. */
  readonly texts: readonly (readonly string[])[];
}

const parsed = new WeakMap<StoredPage, Document>();

function documentOf(page: StoredPage): Document {
  const document = parsed.get(page) ?? parseHtml(page.html).document;
  parsed.set(page, document);
  return document;
}

/** Computes a page's features. */
export function see(page: StoredPage): SeenPage {
  const document = documentOf(page);
  const facts = readPageFacts(document, page.url);
  const segments = segmentPage(document, () => false, facts.isScriptShell);
  const texts = segments.units.map(({ firstBlock, endBlock }) =>
    segments.blocks.slice(firstBlock, endBlock).map(({ text }) => text),
  );
  return { rows: featuresOf(new MeasuredPage(segments, facts)), texts };
}

/** Extracts a page's main content as Markdown, using a model. */
export function answer(page: StoredPage, model: Model): Answer {
  const options = { url: page.url, onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true };
  const { root } = selectContent(documentOf(page), options, model);
  return { set: page.set, id: page.id, markdown: toMarkdown(root, { baseUrl: page.url }) };
}

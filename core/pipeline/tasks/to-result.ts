import type { Metadata, Page, PageDocument, Result, ResultPage, Task } from '../../common/model';
import { toWireDocument } from '../../page/documents/wire-document';

const LOADING =
  'Part of the page was still loading, or a list was still waiting for its rows, when the page was read; raise `waitFor` to give the page more time.';

/** Returns warnings about missing text. Empty for error pages. */
function remarksOn({ renderState, page, values }: PageDocument): readonly string[] {
  const good = (page.statusCode >= 200 && page.statusCode < 300) || page.statusCode === 304;
  if (!good || page.actions) return [];
  if (renderState === 'empty' || values.markdown === '') return [emptiness(page, renderState === 'empty')];
  if (renderState !== 'waiting' && renderState !== 'shell') return [];
  if (page.rendered) return [LOADING];
  return ['Parts of the page may be filled in by its scripts, which did not run; set `waitFor` to render the page.'];
}

/** Returns a warning that describes a page without text. */
function emptiness({ url, statusCode, body, contentType, rendered }: Page, isEmpty: boolean): string {
  const what = isEmpty ? 'The page has no text' : 'The Markdown of the page is empty';
  const type = contentType ? ` of ${contentType}` : ', without a content type';
  const how = rendered ? 'rendered in the browser' : 'not rendered';
  return `${what}: ${url} returned status ${statusCode} with ${body.length} bytes${type}; the page was ${how}.`;
}

/** Adds warnings about missing text to the document. */
export const withRemarks = (document: PageDocument): PageDocument => ({
  ...document,
  warnings: [...document.warnings, ...remarksOn(document)],
});

const firstText = (value: Metadata[string] | undefined): string | undefined => {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
};

function toResultPage({ page, metadata }: PageDocument): ResultPage {
  const { title, description, pagesRead = metadata.numPages } = metadata;
  return {
    finalUrl: page.url,
    statusCode: page.statusCode,
    title: firstText(title) ?? '',
    description: firstText(description),
    cached: page.cacheState === 'hit',
    rendered: page.rendered,
    proxyUsed: page.proxyUsed,
    ...(page.asksForLogin ? { asksForLogin: true } : {}),
    pagesRead: typeof pagesRead === 'number' ? pagesRead : 1,
  };
}

/** Returns the result of a finished task. The `result` hook adds the cost. */
export function toResult(document: PageDocument, published: Readonly<Record<string, unknown>>, task: Task): Result {
  return {
    taskId: task.id,
    jobId: task.jobId,
    url: task.spec.url,
    page: toResultPage(document),
    document: toWireDocument(document, task, published),
    ...(document.kept === undefined ? {} : { kept: document.kept }),
    links: document.links,
    credits: 0,
    finishedAt: new Date().toISOString(),
  };
}

import type { FormatRequest, Metadata, Page, PageDocument, ScrapeSpec, Task, WireDocument } from '../../common/model';

/** Returns the metadata set by the engine, which overrides meta tags with the same names. */
function engineMetadata(page: Page, spec: ScrapeSpec, task: Task): Metadata {
  const place = task.given ? { sourceFile: spec.typedUrl } : { sourceURL: spec.typedUrl ?? spec.url, url: page.url };
  const facts: Record<string, Metadata[string] | undefined> = {
    ...place,
    statusCode: page.statusCode,
    contentType: page.contentType,
    error: page.error,
    proxyUsed: page.proxyUsed,
    rendered: page.rendered,
    scrapeId: task.id,
    cacheState: page.cacheState,
    cachedAt: page.cachedAt,
  };
  return Object.fromEntries(Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Converts a document to the JSON of a response: requested formats, action results, metadata and a warning. */
export function toWireDocument(
  document: PageDocument,
  task: Task,
  published: Readonly<Record<string, unknown>>,
): WireDocument {
  const { page, metadata, warnings } = document;
  const { formats } = task.spec;
  const wire: Record<string, unknown> = {};
  for (const format of formats) {
    const value = published[format.type];
    if (value !== undefined) wire[fieldOf(format)] = value;
  }
  for (const name of ['actions', 'pages', 'blocks']) if (published[name]) wire[name] = published[name];
  const sentences = [...new Set([...(task.spec.warnings ?? []), ...page.warnings, ...warnings])];
  const warning = sentences.length > 0 ? { warning: sentences.join(' ') } : {};
  return { ...wire, ...warning, metadata: { ...metadata, ...engineMetadata(page, task.spec, task) } };
}

/** Returns the name of the response field for a format. */
export const fieldOf = (format: FormatRequest): string => format.as ?? format.type;

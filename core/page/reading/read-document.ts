import type { Document, ParentNode } from 'domhandler';
import { AppError } from '../../common/errors';
import type { FormatRequest } from '../../common/model';
import type { Extraction } from '../../contract/plugin';
import { deriveFormats } from '../../platform/plugins/derive';
import type { Registries } from '../../platform/plugins/registry';
import { type FlatDom, flattenDom } from '../../platform/sandbox/flat-dom';
import { selectContent } from '../documents/content/select-content';
import { discoverLinks } from '../documents/content/urls';
import { openWrittenFrames } from '../documents/frames';
import { showLazyImages } from '../documents/lazy-images';
import { extractMetadata } from '../documents/metadata/extract-metadata';
import { parseHtml } from '../documents/parse-html';
import { renderStateOf } from '../documents/render-state';
import { digestOf } from '../extraction/rules/digest';
import { extractByRules } from '../extraction/rules/extract-by-rules';
import { Evidence } from '../extraction/rules/page/evidence';
import { siteFacts } from '../extraction/rules/page/site-facts';
import { recipeData, recipeRows } from '../recipes/recipe-values';
import { pageControls } from '../records/paging/page-controls';
import type { ReadInput, ReadOutput } from './document-reader';
import { findParser } from './find-parser';
import { pageValues } from './page-markdown';
import { noRawHtml, readSource, type Source, unparsedFile } from './read-source';

/**
 * Reads one page or file: converts it to HTML, parses the HTML once, and derives metadata, links and formats. Runs on a
 * worker thread without side effects. Throws SCRAPE_UNSUPPORTED_FILE_ERROR, or an error of the parser.
 */
export async function readDocument(input: ReadInput, plugins: Registries, signal: AbortSignal): Promise<ReadOutput> {
  const parser = await findParser(input, [...plugins.parser.list(), ...(input.sandboxedParsers ?? [])]);
  if (parser === 'off') return unparsedFile(input, plugins);
  const source = await readSource(input, parser, signal);
  const parsed = parseHtml(source.html);
  const { document } = parsed;
  openWrittenFrames(parsed);
  showLazyImages(document);
  const warnings = [...source.warnings, ...parsed.warnings];
  const found = extractMetadata(document, { url: input.url, warn: (sentence) => warnings.push(sentence) });
  const metadata = source.parsed ? { ...found, ...source.metadata } : found;
  const base = baseValues(input, source, document, { metadata, warnings, plugins });
  const values = await deriveFormats({
    order: input.order,
    find: (id) => plugins.format.get(id),
    requests: input.formats,
    configOf: (id) => input.configs[id],
    url: input.url,
    isUnlinked: input.isUnlinked,
    signal,
    warn: (sentence) => warnings.push(sentence),
    base,
  });
  const hasPages = source.pages ?? source.marked ?? source.blocks;
  return {
    values: hasPages ? { ...values, ...(await pageValues(source, input, plugins, signal)) } : values,
    carried: carry(input, base),
    metadata,
    links: input.wantsLinks ? discoverLinks(document, input.url) : [],
    renderState: source.parsed ? 'full' : renderStateOf(document, input.url, input.rendered),
    warnings,
  };
}

interface ReadContext {
  readonly metadata: ReadOutput['metadata'];
  readonly warnings: string[];
  readonly plugins: Registries;
}

/**
 * Computes the values for formats derived on another thread. Flattens DOM trees so that they can be sent to that
 * thread.
 */
function carry(input: ReadInput, base: (name: string, request: FormatRequest) => unknown): ReadOutput['carried'] {
  const carried: Record<string, Record<string, unknown>> = {};
  const flattened = new Map<string, FlatDom>();
  const flat = (name: string, request: FormatRequest): FlatDom => {
    const known = flattened.get(name) ?? flattenDom(base(name, request) as ParentNode);
    flattened.set(name, known);
    return known;
  };
  for (const { format, value } of input.carried ?? []) {
    const request = input.formats.find(({ type }) => type === format) ?? { type: format };
    const isDom = value === 'dom' || value === 'content';
    if (value === 'page' || value === 'metadata') continue;
    carried[format] = { ...carried[format], [value]: isDom ? flat(value, request) : base(value, request) };
  }
  return carried;
}

const NOTHING: Extraction = { data: {}, sources: [], missing: [] };

/**
 * Extracts data by rules, using the schema and prompt of a format. Empty if the format's options do not request
 * extraction.
 */
function rulesFor(evidence: Evidence, plugins: Registries, request: FormatRequest): Extraction {
  const { extracts, fields } = plugins.format.get(request.type) ?? {};
  if (extracts && !extracts(request as never)) return NOTHING;
  const { schema = fields, prompt } = request;
  return extractByRules({
    evidence,
    ...(isSchema(schema) ? { schema } : {}),
    ...(typeof prompt === 'string' ? { prompt } : {}),
  });
}

const isSchema = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns a function that provides the input values of formats. Each value is computed on first use. */
function baseValues(
  input: ReadInput,
  source: Source,
  document: Document,
  { metadata, warnings, plugins }: ReadContext,
) {
  let content: ReturnType<typeof selectContent> | undefined;
  let made: Evidence | undefined;
  const read = new Map<FormatRequest, ReturnType<typeof recipeData>>();
  const page = { document, url: input.url, statusCode: input.statusCode, metadata };
  const byRecipe = (request: FormatRequest) => {
    if (!read.has(request)) read.set(request, recipeData(page, request));
    return read.get(request);
  };
  const evidence = () => {
    made ??= new Evidence(document, input.url, metadata);
    return made;
  };
  const selected = () => {
    if (!content) {
      const whole = source.parsed ? { onlyMainContent: false } : {};
      content = selectContent(document, { url: input.url, ...input.content, ...whole });
      warnings.push(...content.warnings);
    }
    return content.root;
  };
  return (name: string, request: FormatRequest): unknown => {
    if (name === 'dom') return document;
    if (name === 'content') return selected();
    if (name === 'source') {
      if (source.raw === undefined) warnings.push(noRawHtml(input.url));
      return source.raw?.();
    }
    if (name === 'metadata') return metadata;
    if (name === 'markup') return evidence().items;
    if (name === 'page') return input;
    if (name === 'controls') return pageControls(document, input.url);
    if (name === 'siteFacts') return siteFacts(evidence(), selected());
    if (name === 'digest') return digestOf(selected(), metadata);
    if (name === 'recipeRows') return recipeRows(page, request);
    if (name === 'recipeData') return byRecipe(request);
    if (name === 'rules') return byRecipe(request)?.extraction ? NOTHING : rulesFor(evidence(), plugins, request);
    throw new AppError('UNKNOWN_ERROR', `The value "${name}" is not available on a worker thread.`);
  };
}

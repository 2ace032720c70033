import type { Document } from 'domhandler';
import { AppError } from '../common/errors';
import { deriveFormats } from '../plugins/derive';
import type { Registries } from '../plugins/registry';
import { discoverLinks } from './content/discover-links';
import { selectContent } from './content/select-content';
import type { ReadInput, ReadOutput } from './document-reader';
import { fullnessOf } from './fullness';
import { extractMetadata } from './metadata/extract-metadata';
import { parseHtml } from './parse-html';
import { findParser, readSource, type Source, unparsedFile } from './read-source';

/**
 * Reads one page: file → HTML → one parse → content, metadata, links, formats. Pure; runs on a worker thread.
 * Throws AppError SCRAPE_UNSUPPORTED_FILE_ERROR and the parsers' codes.
 */
export async function readDocument(input: ReadInput, plugins: Registries, signal: AbortSignal): Promise<ReadOutput> {
  const parser = findParser(input, plugins.parser.list());
  if (parser === 'off') return unparsedFile(input);
  const source = await readSource(input, parser, signal);
  const { document, warnings: cuts } = parseHtml(source.html);
  const warnings = [...source.warnings, ...cuts];
  const metadata = { ...extractMetadata(document, { url: input.url }), ...source.metadata };
  const values = await deriveFormats({
    order: input.order,
    find: (id) => plugins.format.get(id),
    requests: input.formats,
    configOf: (id) => input.configs[id],
    url: input.url,
    signal,
    warn: (sentence) => warnings.push(sentence),
    base: baseValues(input, source, document, metadata, warnings),
  });
  return {
    values,
    metadata,
    links: input.wantsLinks ? discoverLinks(document, input.url) : [],
    fullness: input.rendered || source.parsed ? emptyOrFull(document) : fullnessOf(document),
    warnings,
  };
}

/** A rendered page or a parsed file is never a shell. */
const emptyOrFull = (document: Document) => (fullnessOf(document) === 'empty' ? 'empty' : 'full');

/** The base values a worker offers, each made when first asked for. */
function baseValues(
  input: ReadInput,
  source: Source,
  document: Document,
  metadata: ReadOutput['metadata'],
  warnings: string[],
) {
  let content: ReturnType<typeof selectContent> | undefined;
  const selected = () => {
    if (!content) {
      const whole = source.parsed ? { onlyMainContent: false } : {};
      content = selectContent(document, { url: input.url, ...input.content, ...whole });
      warnings.push(...content.warnings);
    }
    return content.root;
  };
  return (name: string): unknown => {
    if (name === 'dom') return document;
    if (name === 'content') return selected();
    if (name === 'source') return source.raw;
    if (name === 'metadata') return metadata;
    if (name === 'page') return input;
    throw new AppError('UNKNOWN_ERROR', `The value "${name}" cannot be had on a worker thread.`);
  };
}

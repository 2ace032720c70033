import type { FormatRequest } from '../../core/common/model';
import { readDocument } from '../../core/page/reading/read-document';
import { deriveFormats } from '../../core/platform/plugins/derive';
import { Registries } from '../../core/platform/plugins/registry';
import { builtInPlugins } from '../../plugins';

const plugins = new Registries(builtInPlugins);

/** A format's result for a page. */
export interface FormatValue {
  readonly value: unknown;
  readonly warning: string;
}

/**
 * Derives one format from an HTML page, as the engine does. `base` contains values from the engine thread, e.g.
 * `model`.
 */
export async function readFormat(
  html: string,
  format: FormatRequest,
  { url = 'https://example.com/page', base = {} }: { url?: string; base?: Readonly<Record<string, unknown>> } = {},
): Promise<FormatValue> {
  const { worker, engine, carried } = plugins.orderOf({ formats: [format] });
  const signal = AbortSignal.timeout(30_000);
  const input = {
    url,
    statusCode: 200,
    headers: {},
    contentType: 'text/html; charset=utf-8',
    body: Buffer.from(html),
    rendered: false,
    content: { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true },
    order: worker,
    carried,
    formats: [format],
    configs: { markdown: { converter: 'tree' } },
    parsers: [],
    deadlineMs: Number.POSITIVE_INFINITY,
    wantsLinks: false,
  };
  const read = await readDocument(input, plugins, signal);
  const warnings = [...read.warnings];
  const derivation = {
    order: engine,
    find: (id: string) => plugins.format.get(id),
    requests: [format],
    configOf: () => ({}),
    url,
    signal,
    warn: (sentence: string) => void warnings.push(sentence),
    base: (name: string) => base[name] ?? (name === 'metadata' ? read.metadata : read.carried[format.type]?.[name]),
  };
  const values = await deriveFormats(derivation, read.values);
  return { value: values[format.type], warning: warnings.join(' ') };
}

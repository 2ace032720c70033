import { z } from 'zod';
import type { ParseContext, ParsedFile, ParserPlugin } from '../../contract/plugin';
import type { DescribedPlugin } from './described-plugins';
import { namedError, readResult } from './guest-result';
import { plainSchema } from './plain-schema';
import type { PluginSandbox } from './plugin-sandbox';

const filePages = z.array(z.object({ number: z.int().min(1), html: z.string() })).max(10_000);
const blocks = z.array(
  z.object({
    type: z.string().max(40),
    bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    html: z.string(),
    confidence: z.number().min(0).max(1).optional(),
  }),
);
const result: z.ZodType<{ value: ParsedFile }> = z.object({
  value: z.object({
    html: z.string(),
    metadata: z
      .record(z.string().max(100), z.union([z.string(), z.array(z.string()), z.number(), z.boolean()]))
      .default({}),
    warnings: z
      .array(z.string().transform((text) => text.slice(0, 500)))
      .max(20)
      .default([]),
    pages: filePages.optional(),
    marked: filePages.optional(),
    blocks: z
      .array(
        z.object({
          ...{ number: z.int().min(1), status: z.enum(['ok', 'failed']), items: blocks },
          ...{ width: z.number().nullable(), height: z.number().nullable() },
        }),
      )
      .optional(),
  }),
});

/** Returns a parser that runs in the sandbox. `index` is the position of the plugin in the default export. */
export function sandboxedParser(sandbox: PluginSandbox, plugin: DescribedPlugin, index: number): ParserPlugin {
  const { id, summary, mediaTypes, extensions, optIn, whenOff } = plugin;
  return {
    ...{ kind: 'parser', id, summary, mediaTypes, extensions, optIn, whenOff, isSandboxed: true },
    options: plainSchema(plugin.options)?.schema,
    async parse(body, { url, charset, options, timeoutMs, signal }: ParseContext): Promise<ParsedFile> {
      const input = { context: { url, charset, timeoutMs }, options };
      const values = { body: { kind: 'bytes', body } } as const;
      try {
        return readResult(await sandbox.call({ index, method: 'parse', input, values }, signal), result).value;
      } catch (thrown) {
        const codes = ['SCRAPE_DOCUMENT_BROKEN', 'SCRAPE_UNSUPPORTED_FILE_ERROR', 'SCRAPE_TOO_LARGE'] as const;
        throw namedError(`parser "${id}"`, thrown, [...codes]);
      }
    },
  };
}

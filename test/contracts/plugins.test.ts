import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scrapeRequest } from '../../core/common/api/scrape-request';
import { isBaseValue } from '../../core/platform/plugins/format-graph';
import { pluginId, Registries } from '../../core/platform/plugins/registry';
import { builtInPlugins } from '../../plugins';

const registries = new Registries(builtInPlugins);
const parts = {
  formats: registries.format.list(),
  actions: registries.action.list(),
  parsers: registries.parser.list(),
  selectorError: () => undefined,
};

describe.each(registries.all().map((plugin) => [`${plugin.kind} ${pluginId(plugin)}`, plugin] as const))(
  '%s',
  (_, plugin) => {
    it('has a valid id and a descriptive sentence', () => {
      expect(pluginId(plugin)).toMatch(/^[a-z][A-Za-z0-9-]*$/);
      expect(plugin.summary).toMatch(/^[A-Z].{10,}\.$/);
    });

    it('describes every field of its schemas', () => {
      const schemas = ['options', 'config', 'schema'].flatMap((name) =>
        name in plugin ? [(plugin as unknown as Record<string, z.ZodObject>)[name]!] : [],
      );
      for (const schema of schemas.filter(Boolean)) {
        for (const [field, type] of Object.entries(schema.shape)) {
          expect([field, (type as z.ZodType).description ?? '']).toEqual([field, expect.stringMatching(/.{8,}/)]);
        }
        expect(() => z.toJSONSchema(schema, { io: 'input' })).not.toThrow();
      }
    });
  },
);

/** Options for formats that cannot be used without options. */
const requiredOptions: Readonly<Record<string, object>> = {
  attributes: { selectors: [{ selector: 'a', attribute: 'href' }] },
  highlights: { query: 'price' },
  query: { prompt: 'price' },
  question: { question: 'How much?' },
  recipe: { recipe: 'products' },
};

describe('formats', () => {
  it.each(registries.format.list())('$id comes after everything it needs', ({ id }) => {
    const { worker, engine } = registries.orderOf({ formats: [{ type: id }] });
    const order = [...worker, ...engine];
    for (const name of order) {
      for (const need of registries.format.get(name)!.needs.filter((one) => !isBaseValue(one))) {
        expect(order.indexOf(need)).toBeLessThan(order.indexOf(name));
      }
    }
    expect(order.at(-1)).toBe(id);
  });

  it.each(registries.format.list())('$id can be requested by name and as an object in v2', (format) => {
    const companions = format.requires ?? [];
    const required = format.options?.safeParse({}).success === false;
    const options = requiredOptions[format.id] ?? {};
    const schema = scrapeRequest('v2', parts);
    const object = schema.safeParse({
      url: 'http://example.com',
      formats: [...companions, { type: format.id, ...options }],
    });
    expect(object.success).toBe(true);
    if (!required) {
      const named = schema.parse({ url: 'http://example.com', formats: [...companions, format.id] });
      expect(named.formats.map(({ type }) => type)).toContain(format.id);
    }
  });
});

describe('the smallest plugin of each kind', () => {
  it.each(['formats', 'actions', 'proxies', 'parsers', 'sinks', 'searches'])('in plugins/%s is short', (folder) => {
    const lengths = globSync(`plugins/${folder}/*.ts`).map((file) => readFileSync(file, 'utf8').split('\n').length);
    expect(Math.min(...lengths)).toBeLessThanOrEqual(40);
  });
});

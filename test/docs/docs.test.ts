import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorRow, errorTable } from '../../core/common/errors';
import { createHooks } from '../../core/contract/hooks';
import { pluginId, Registries } from '../../core/platform/plugins/registry';
import { builtInPlugins } from '../../plugins';
import type { RunningTestEngine } from '../support/engine';
import { startInProcess } from '../support/engine-in-process';
import { hookTaps } from './hook-taps';
import { codeBlocks, commandsOf } from './pages';

const read = (file: string) => readFileSync(file, 'utf8');
const sources = globSync('{core,plugins,src-main}/**/*.ts').map(read).join('\n');

/** Returns the first cell of each table row on a page, if that cell is a code span. */
const firstCells = (file: string, pattern = /^\| `([^`]+)` \|/gm) =>
  [...read(file).matchAll(pattern)].map((match) => match[1]!);

describe('documents and code say the same', () => {
  it('about hooks and their taps: something of ours taps each of them', () => {
    const rows = [...read('docs/developers/hooks.md').matchAll(/^\| `(\w+)` \|.*\| ([^|]+) \|$/gm)];
    const documented = rows.map(([, hook = '', taps = '']) => [hook, taps.split(', ').toSorted()]);
    const taps = hookTaps();
    const found = Object.keys(createHooks()).map((hook) => [hook, [...(taps.get(hook) ?? ['none'])].toSorted()]);
    expect(documented).toEqual(found);
  });

  it('about error codes and their status', () => {
    const rows = [...read('docs/developers/errors.md').matchAll(/^\| `(\w+)` \| (\d+) \| (\w+) \| (.*?)\s?\|/gm)].map(
      ([, code, status, retry, begins]) => [code, Number(status), retry, begins],
    );
    const table = Object.entries<ErrorRow>(errorTable).map(([code, { status, retry, begins = '' }]) => [
      code,
      status,
      retry,
      begins,
    ]);
    expect(rows.sort()).toEqual(table.sort());
  });

  it('about error codes that are thrown at all', () => {
    for (const code of Object.keys(errorTable))
      expect([code, sources.split(`'${code}'`).length > 1]).toEqual([code, true]);
  });

  it('about the built-in plugins', () => {
    const registries = new Registries(builtInPlugins);
    const rows = [
      ...read('docs/developers/plugins.md').matchAll(
        /^\| (format|action|proxy|model|sink|search|parser) \| `(\w[\w-]*)` \|/gm,
      ),
    ].map(([, kind, id]) => `${kind} ${id}`);
    expect(rows.sort()).toEqual(
      registries
        .all()
        .map((plugin) => `${plugin.kind} ${pluginId(plugin)}`)
        .sort(),
    );
  });

  it('about the settings of the environment', () => {
    const variables = [...new Set(sources.match(/(?<=env\.|environment: ')GLEANER_[A-Z_]+/g))].sort();
    const documented = [...new Set(read('docs/operators/server.md').match(/GLEANER_[A-Z_]+/g))];
    expect(documented).toEqual(expect.arrayContaining(variables));
  });
});

/** Returns the method and path of each engine call in a shell block, e.g. `GET /v2/crawl/ID`. */
const callsOf = (text: string) =>
  commandsOf(text).flatMap((command) => {
    const [, path] = /^curl .*http:\/\/127\.0\.0\.1:3002(\/[^\s"'?]*)/.exec(command) ?? [];
    const [, method = / -d /.test(command) ? 'POST' : 'GET'] = / -X (\w+)/.exec(command) ?? [];
    return path === undefined ? [] : [`${method} ${path}`];
  });

describe('the routes', () => {
  let engine: RunningTestEngine;
  let served: readonly string[];
  let openapi: string;
  beforeAll(async () => {
    engine = await startInProcess();
    const { body } = await engine.call('GET', '/openapi.json');
    openapi = body.openapi;
    served = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
  });
  afterAll(() => engine.stop());

  it('are in docs/developers/api.md as they are in the OpenAPI document', () => {
    expect(
      firstCells('docs/developers/api.md')
        .filter((cell) => /^[A-Z]+ \//.test(cell))
        .sort(),
    ).toEqual(served.toSorted());
    expect(openapi).toBe('3.1.0');
  });

  it('of every curl command in the pages exist', () => {
    const calls = codeBlocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => callsOf(text));
    const routes = [...served, 'POST /mcp'].map((route) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`));
    expect(calls.length).toBeGreaterThan(10);
    expect(calls.filter((call) => !routes.some((route) => route.test(call)))).toEqual([]);
  });
});

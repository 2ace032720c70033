import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Allowed imports (docs/developers/architecture.md). The first rule whose `files` matches applies. */
const rules: { name: string; files: RegExp; allowed: RegExp[]; packages?: (name: string) => boolean }[] = [
  { name: 'core/common', files: /^core\/common\//, allowed: [/^core\/common\//], packages: (name) => name === 'zod' },
  {
    name: 'core',
    files: /^core\//,
    allowed: [/^core\//, /^resources\/lexicon\//],
    packages: (name) => !/^(electron|vue|pinia|naive-ui|keytar|@vue\/)/.test(name) || name === 'keytar',
  },
  {
    name: 'plugins',
    files: /^plugins\//,
    allowed: [/^core\/contract\/plugin$/, /^plugins\//],
    packages: (name) => !/^(electron|vue|fastify|crawlee|puppeteer|nedb)/.test(name),
  },
  {
    name: 'src-main',
    files: /^src-main\//,
    allowed: [/^core\//, /^plugins$/, /^src-main\//],
    packages: (name) => name !== 'vue',
  },
  {
    name: 'src-renderer',
    files: /^src-renderer\//,
    allowed: [/^core\/common\//, /^src-renderer\//, /^resources\//],
    packages: (name) => name !== 'electron' && !name.startsWith('node:') && !builtinModules.includes(name),
  },
];

const files = globSync('{core,plugins,src-main,src-renderer}/**/*.{ts,vue}').map((file) => file.replaceAll('\\', '/'));

/** Returns all modules that a file imports or re-exports, including by dynamic import. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!);

const resolved = (file: string, name: string) => normalize(join(dirname(file), name)).replaceAll('\\', '/');

/** Returns the project files that a file imports. */
const ownImportsOf = (file: string): string[] =>
  importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => resolved(file, name))
    .map((name) => [name, `${name}.ts`, `${name}/index.ts`].find((candidate) => files.includes(candidate)) ?? name);

describe('the layers', () => {
  it('are made of files', () => expect(files.length).toBeGreaterThan(100));

  it.each(files)('%s imports only what its layer may', (file) => {
    const rule = rules.find(({ files: pattern }) => pattern.test(file))!;
    const wrong = importsOf(file).filter((name) => {
      if (!name.startsWith('.')) return !rule.packages?.(name);
      const target = resolved(file, name);
      return !rule.allowed.some((pattern) => pattern.test(target));
    });
    expect(wrong).toEqual([]);
  });

  it('let a plugin import no other plugin', () => {
    const crossing = files
      .filter((file) => /^plugins\/[^/]+\//.test(file))
      .flatMap((file) => {
        const [, kind, entry] = file.split('/');
        const own = entry!.endsWith('.ts') ? `plugins/${kind}/${entry!.slice(0, -3)}` : `plugins/${kind}/${entry}`;
        return importsOf(file)
          .filter((name) => name.startsWith('.'))
          .map((name) => resolved(file, name))
          .filter((target) => target.startsWith('plugins/') && !target.startsWith(own))
          .map((target) => `${file} → ${target}`);
      });
    expect(crossing).toEqual([]);
  });

  it('have no two files that import each other', () => {
    const targets = new Map(files.map((file) => [file, new Set(ownImportsOf(file))]));
    const pairs = files.flatMap((file) => [...(targets.get(file) ?? [])].map((target) => [file, target] as const));
    const circles = pairs.filter(([file, target]) => file < target && targets.get(target)?.has(file));
    expect(circles.map(([one, other]) => `${one} ⇄ ${other}`)).toEqual([]);
  });

  it('read the environment in the settings only', () => {
    const readers = files.filter(
      (file) => /^(core|plugins)\//.test(file) && readFileSync(file, 'utf8').includes('process.env'),
    );
    expect(readers).toEqual(['core/platform/settings/settings.ts']);
  });

  it('import only types of node:http, whose import makes each start load Node’s own fetch', () => {
    const started = files.filter((file) => !/^plugins\/examples\/[\w-]+\/test\//.test(file));
    const values = started.filter((file) => /import \{[^}]*\} from 'node:http'/.test(readFileSync(file, 'utf8')));
    expect(values).toEqual([]);
  });

  it('name Crawlee in core/pipeline/tasks only, and nothing of it but @crawlee/core', () => {
    const crawlee = (file: string) => importsOf(file).filter((name) => /^(crawlee|@crawlee\/)/.test(name));
    const users = files.filter((file) => crawlee(file).length > 0);
    expect(users.filter((file) => !file.startsWith('core/pipeline/tasks/'))).toEqual([]);
    expect(new Set(users.flatMap(crawlee))).toEqual(new Set(['@crawlee/core']));
  });

  it('load the packages of documents only once such a document is read', () => {
    const staticImports = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm)]
        .filter(([text]) => !/^\w+ \{(?:\s*type \w+,?)+\s*\}/.test(text))
        .map((match) => match[1]!);
    const loaded = new Set(files.filter((file) => /^plugins\/parsers\/([\w-]+|[\w-]+\/index)\.ts$/.test(file)));
    for (const file of loaded)
      for (const target of staticImports(file).filter((name) => name.startsWith('.')))
        for (const path of [resolved(file, `${target}.ts`), resolved(file, `${target}/index.ts`)])
          if (files.includes(path) && path.startsWith('plugins/')) loaded.add(path);
    const packages = new Set([...loaded].flatMap(staticImports).filter((name) => !/^(?:\.|node:)/.test(name)));
    const light = ['csv-parse/sync', 'dom-serializer', 'domhandler', 'domutils', 'htmlparser2', 'unpdf'];
    expect([...packages].sort()).toEqual(light);
  });

  it('name SQLite only where the database is opened, the folder is locked, and a file of it is exported', () => {
    const users = files.filter((file) => importsOf(file).includes('node:sqlite'));
    expect(
      users.filter(
        (file) =>
          !/^core\/(storage\/database\/|jobs\/exports\/sqlite-file|platform\/data-folder\/folder-lock\.ts)/.test(file),
      ),
    ).toEqual([]);
  });

  it('write SQL in core/storage only', () => {
    const users = files.filter((file) =>
      importsOf(file).some((name) => /^kysely(\/|$)|database\/prepared$/.test(name)),
    );
    expect(users.filter((file) => !/^core\/storage\//.test(file))).toEqual([]);
  });

  it('name the driver of PostgreSQL only where that database is opened', () => {
    const users = files.filter((file) => importsOf(file).includes('pg'));
    expect(users.filter((file) => !file.startsWith('core/storage/database/postgres/'))).toEqual([]);
  });

  it('get from the container only where it is assembled', () => {
    const users = files.filter((file) => /container\.get(All)?[<(]/.test(readFileSync(file, 'utf8')));
    expect(
      users.filter((file) => !/^core\/(?:(?<wing>[a-z]+)\/bind-\k<wing>|container|start-engine)\.ts$/.test(file)),
    ).toEqual([]);
  });

  it('keep files short: none over 400 lines, the median at most 120', () => {
    const lengths = files.map((file) => readFileSync(file, 'utf8').split('\n').length).sort((a, b) => a - b);
    expect(lengths.at(-1)).toBeLessThanOrEqual(400);
    expect(lengths[lengths.length >> 1]).toBeLessThanOrEqual(120);
  });

  it('keep Vue components short and free of calls', () => {
    for (const file of files.filter((name) => name.endsWith('.vue'))) {
      const text = readFileSync(file, 'utf8');
      expect([file, text.split('\n').length <= 150, /\bfetch\(/.test(text)]).toEqual([file, true, false]);
    }
  });
});

import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cyclesOf, functionsOf, graphOf, ownImports, sourceFiles } from './source-tree';

/** The wings of core, from bottom to top. A wing may import only from wings listed before it. */
const wings = [
  'common',
  'contract',
  'ports',
  'platform',
  'storage',
  'net',
  'page',
  'pipeline',
  'jobs',
  'kinds',
  'live',
  'server',
];

/** Functions with more than 60 lines, each with its number of lines. The numbers may only decrease. */
const longFunctions: Readonly<Record<string, number>> = {
  'core/net/engines/browser/page-scripts.ts settle': 74,
  'src-renderer/composables/live/use-live-page.ts useLivePage': 83,
  'src-renderer/composables/shell/use-palette.ts usePalette': 61,
  'src-renderer/schema/ready-schemas.ts readySchemas': 68,
};

/** Returns the wing of a core file. Undefined for other files, including those that connect the wings. */
function wingOf(file: string): string | undefined {
  const [area, wing, ...rest] = file.split('/');
  return area === 'core' && rest.length > 0 ? wing : undefined;
}

/** Returns the module file of a wing, which binds all rooms of that wing. */
const moduleOf = (wing: string) => `core/${wing}/bind-${wing}.ts`;

/**
 * Returns the room of a core file: its folder within the wing, or the wing itself for files directly in the wing. A
 * module file is its own room.
 */
function roomOf(file: string): string | undefined {
  const wing = wingOf(file);
  const [, , room, ...rest] = file.split('/');
  if (wing !== undefined && file === moduleOf(wing)) return file;
  return wing === undefined || rest.length === 0 ? wing : `${wing}/${room}`;
}

const importsInCore = [...ownImports].flatMap(([from, targets]) =>
  targets.filter((to) => from.startsWith('core/') && to.startsWith('core/')).map((to) => ({ from, to })),
);

describe('core', () => {
  it('has the wings of docs/developers/architecture.md', () => {
    const found = new Set(sourceFiles.map(wingOf).filter((wing) => wing !== undefined));
    expect([...found].sort()).toEqual([...wings].sort());
  });

  it('imports only from lower wings', () => {
    const levelOf = (file: string) => {
      const wing = wingOf(file);
      return wing === undefined ? wings.length : wings.indexOf(wing);
    };
    const wrong = importsInCore.filter(({ from, to }) => levelOf(to) > levelOf(from));
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('binds each wing in its module file, which core/container.ts alone calls, bottom to top', () => {
    const bound = wings.map(moduleOf).filter((file) => sourceFiles.includes(file));
    const inContainer = importsInCore.filter(({ to }) => bound.includes(to)).map(({ from, to }) => `${from} → ${to}`);
    expect(inContainer.sort()).toEqual(bound.map((file) => `core/container.ts → ${file}`).sort());
    expect(sourceFiles.filter((file) => /\/bind-[^/]+$/.test(file)).sort()).toEqual([...bound].sort());
    const text = readFileSync('core/container.ts', 'utf8');
    const called = [...text.matchAll(/^ {2}bind([A-Z][a-z]+),$/gm)].map(([, name]) => name?.toLowerCase());
    expect(called.map((wing) => moduleOf(String(wing)))).toEqual(bound);
    expect(text.split('\n').length).toBeLessThanOrEqual(60);
  });

  it('has no import cycle of rooms', () => {
    expect(cyclesOf(graphOf(roomOf))).toEqual([]);
  });
});

describe('the sources', () => {
  it('have no import cycle of files', () => {
    expect(cyclesOf(graphOf((file) => file))).toEqual([]);
  });

  it('have folders of at most 30 files', () => {
    const counts = new Map<string, number>();
    for (const file of sourceFiles) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 30)).toEqual([]);
  });

  const functions = sourceFiles.flatMap(functionsOf);

  it('have functions of at most 60 lines', () => {
    const long = functions.filter(({ lines }) => lines > 60).map(({ name, lines }) => [name, lines] as const);
    expect(Object.fromEntries(long)).toEqual(longFunctions);
  });

  it('have constructors of at most 6 parameters', () => {
    const wide = functions.filter(({ isConstructor, parameters }) => isConstructor && parameters > 6);
    expect(wide.map(({ name }) => name)).toEqual([]);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { scriptOf, sourceFiles } from './source-tree';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { dependencies, optionalDependencies, devDependencies, scripts } = read('package.json');
const runtime = Object.keys({ ...dependencies, ...optionalDependencies });
const declared = [...runtime, ...Object.keys(devDependencies)];

/** The package of a module specifier; undefined for own files and modules of Node. */
function packageOf(specifier: string): string | undefined {
  if (/^(?:\.|node:|gleaner$)/.test(specifier) || builtinModules.includes(specifier)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

const importedBy = (file: string) =>
  ts.preProcessFile(scriptOf(file), true, true).importedFiles.flatMap(({ fileName }) => packageOf(fileName) ?? []);

/** Packages whose modules or files are named in a string of the sources, e.g. `typescript/bin/tsc`. */
function namedInStrings(): ReadonlySet<string> {
  const files = ['*.config.ts', 'tsconfig.base.json', '{core,plugins,src-main,src-renderer,test}/tsconfig.json'];
  const texts = [
    ...sourceFiles.map(scriptOf),
    ...globSync([...files, '{scripts,test}/**/*.{ts,mjs}']).map((file) => readFileSync(file, 'utf8')),
  ];
  const strings = texts.flatMap((text) => text.match(/(?<=['"])(?:@[\w.-]+\/)?[\w.-]+(?=(?:\/[^'"\n]*)?['"])/g) ?? []);
  return new Set(strings);
}

/** Packages that npm scripts run by the name of their program. */
const runByScripts = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => {
  const { bin = {} } = read(`node_modules/${name}/package.json`);
  const programs = typeof bin === 'string' ? [name.split('/').at(-1)!] : Object.keys(bin);
  const words = Object.values<string>(scripts).join(' ').split(/\s+/);
  return programs.some((program) => words.includes(program));
});

describe('the packages', () => {
  it('that what is shipped imports are dependencies, not for development only', () => {
    const shipped = sourceFiles.filter((file) => !file.startsWith('src-renderer/')).flatMap(importedBy);
    // Electron brings itself.
    expect([...new Set(shipped)].filter((name) => ![...runtime, 'electron'].includes(name))).toEqual([]);
  });

  it('are all used', () => {
    const used = new Set([...namedInStrings(), ...runByScripts]);
    const isUsed = (name: string) =>
      used.has(name) ||
      // A script puts the name of a Node together from platform and architecture.
      /^node-(?:linux|win)-/.test(name) ||
      (name.startsWith('@types/') && (name === '@types/node' || used.has(name.slice('@types/'.length))));
    expect(declared.filter((name) => !isUsed(name))).toEqual([]);
  });

  it('have exact versions', () => {
    const versions = Object.entries<string>({ ...dependencies, ...optionalDependencies, ...devDependencies });
    expect(versions.filter(([, version]) => !/^(?:npm:[\w.-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

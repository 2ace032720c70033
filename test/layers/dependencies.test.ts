import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { scriptOf, sourceFiles } from './source-tree';

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { dependencies, optionalDependencies, devDependencies, scripts } = read('package.json');
/** Optional packages that are installed in a clone of the repository but not included in the npm package. */
const { optionalDependencies: ofClone } = read('scripts/runtime/package.json');
const runtime = Object.keys({ ...dependencies, ...optionalDependencies, ...ofClone });
const declared = [...runtime, ...Object.keys(devDependencies)];

/** Returns the package that a module specifier refers to. Undefined for the project's own files and Node modules. */
function packageOf(specifier: string): string | undefined {
  if (/^(?:\.|node:|gleaner$|@gleaner\/plugin)/.test(specifier) || builtinModules.includes(specifier)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

const importedBy = (file: string) =>
  ts.preProcessFile(scriptOf(file), true, true).importedFiles.flatMap(({ fileName }) => packageOf(fileName) ?? []);

/** Returns the packages named in string literals, including as part of a path such as `typescript/bin/tsc`. */
function namedInStrings(): ReadonlySet<string> {
  const files = ['*.config.ts', 'tsconfig.base.json', '{core,plugins,src-main,src-renderer,test}/tsconfig.json'];
  const texts = [
    ...sourceFiles.map(scriptOf),
    ...globSync([...files, '{scripts,test}/**/*.{ts,mjs}']).map((file) => readFileSync(file, 'utf8')),
  ];
  const strings = texts.flatMap((text) => text.match(/(?<=['"])(?:@[\w.-]+\/)?[\w.-]+(?=(?:\/[^'"\n]*)?['"])/g) ?? []);
  return new Set(strings);
}

/** Packages with programs that npm scripts run by name. */
const runByScripts = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => {
  const { bin = {} } = read(`node_modules/${name}/package.json`);
  const programs = typeof bin === 'string' ? [name.split('/').at(-1)!] : Object.keys(bin);
  const words = Object.values<string>(scripts).join(' ').split(/\s+/);
  return programs.some((program) => words.includes(program));
});

describe('the packages', () => {
  it('that what is shipped imports are declared: the build bundles development dependencies', () => {
    const shipped = sourceFiles.filter((file) => !file.startsWith('src-renderer/')).flatMap(importedBy);
    expect([...new Set(shipped)].filter((name) => !declared.includes(name))).toEqual([]);
  });

  it('that the npm package needs have no install script, and are few', () => {
    const { packages } = read('package-lock.json');
    const needed = Object.keys({ ...dependencies, ...optionalDependencies });
    expect(needed.length).toBeLessThan(10);
    expect(needed.filter((name) => packages[`node_modules/${name}`].hasInstallScript)).toEqual([]);
  });

  it('are all used', () => {
    // `@puppeteer/browsers` imports `yauzl` to unpack a browser on systems without `unzip`.
    const used = new Set([...namedInStrings(), ...runByScripts, 'yauzl']);
    const isUsed = (name: string) =>
      used.has(name) ||
      // A script builds the names of the Node packages from the platform and architecture.
      /^node-(?:linux|win)-/.test(name) ||
      (name.startsWith('@types/') && (name === '@types/node' || used.has(name.slice('@types/'.length))));
    expect(declared.filter((name) => !isUsed(name))).toEqual([]);
  });

  it('have exact versions', () => {
    const all = { ...dependencies, ...optionalDependencies, ...devDependencies, ...ofClone };
    const versions = Object.entries<string>(all);
    expect(versions.filter(([, version]) => !/^(?:npm:[\w.-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

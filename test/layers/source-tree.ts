import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

const { dirname, join, normalize } = posix;

/** All source files of the product, as paths relative to the root. */
export const sourceFiles: readonly string[] = globSync('{core,plugins,src-main,src-renderer}/**/*.{ts,vue}')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.d.ts'));

const known = new Set(sourceFiles);

/** Returns the script of a file. For a `.vue` file, returns the content of the `script` element. */
export function scriptOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.vue') ? (/<script[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '') : text;
}

/** Returns the project files that a file imports, including types, re-exports and dynamic imports. */
export function ownImportsOf(file: string): readonly string[] {
  const { importedFiles } = ts.preProcessFile(scriptOf(file), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => normalize(join(dirname(file), fileName)))
    .map((path) => [path, `${path}.ts`, `${path}/index.ts`].find((candidate) => known.has(candidate)))
    .filter((target) => target !== undefined);
}

/** Imports between project files, keyed by the importing file. */
export const ownImports = new Map(sourceFiles.map((file) => [file, ownImportsOf(file)]));

/** Returns the cycles of a graph, as groups of nodes that can reach each other (Tarjan's algorithm). */
export function cyclesOf(graph: ReadonlyMap<string, Iterable<string>>): readonly string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const lower = (node: string, value: number) => low.set(node, Math.min(low.get(node) ?? value, value));
  const visit = (node: string): void => {
    const own = index.size;
    index.set(node, own);
    low.set(node, own);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) lower(node, low.get(next)!);
    }
    if (low.get(node) !== own) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return cycles;
}

/** Returns the import graph between groups of files. A group points to the groups whose files it imports. */
export function graphOf(groupOf: (file: string) => string | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [file, targets] of ownImports) {
    const from = groupOf(file);
    if (from === undefined) continue;
    const reached = graph.get(from) ?? new Set();
    graph.set(from, reached);
    for (const target of targets) {
      const to = groupOf(target);
      if (to !== undefined && to !== from) reached.add(to);
    }
  }
  return graph;
}

/** A function or constructor in the sources, and its size. */
export interface SourceFunction {
  /** `path name`. */
  readonly name: string;
  readonly lines: number;
  readonly parameters: number;
  readonly isConstructor: boolean;
}

/** Returns all functions with a body in a source file. */
export function functionsOf(file: string): readonly SourceFunction[] {
  const source = ts.createSourceFile(file, scriptOf(file), ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const found: SourceFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
      found.push({
        name: `${file} ${named?.getText() ?? 'anonymous'}`,
        lines: lineOf(node.end) - lineOf(node.getStart()) + 1,
        parameters: node.parameters.length,
        isConstructor: ts.isConstructorDeclaration(node),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

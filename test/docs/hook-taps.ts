import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * Returns the hook that a call taps, e.g. `plan` for `hooks.plan.tap(…)` or `derive` for
 * `hooks.derive.for(id).tapPromise(…)`.
 */
function hookOf({ expression: callee }: ts.CallExpression): string | undefined {
  if (!ts.isPropertyAccessExpression(callee) || !/^tap(?:Promise|Async)?$/.test(callee.name.text)) return undefined;
  const { expression: hook } = callee;
  const named =
    ts.isCallExpression(hook) && ts.isPropertyAccessExpression(hook.expression) ? hook.expression.expression : hook;
  return ts.isPropertyAccessExpression(named) ? named.name.text : undefined;
}

/** Returns the names of the taps in the source code, keyed by hook. */
export function hookTaps(): ReadonlyMap<string, ReadonlySet<string>> {
  const taps = new Map<string, Set<string>>();
  for (const file of globSync('{core,plugins}/**/*.ts')) {
    const text = readFileSync(file, 'utf8');
    if (!/\.tap(?:Promise|Async)?\(/.test(text)) continue;
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      if (!ts.isCallExpression(node)) return;
      const hook = hookOf(node);
      const [name] = node.arguments;
      if (hook && name && ts.isStringLiteral(name)) taps.set(hook, (taps.get(hook) ?? new Set()).add(name.text));
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  }
  return taps;
}

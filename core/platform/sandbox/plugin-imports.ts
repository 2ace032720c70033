const literal = /'([^'\n]{1,200})'|"([^"\n]{1,200})"/g;
/** Maximum length of the part of an import before the module name, in characters. */
const maxClause = 4000;

/** Returns the modules that a script imports, except the contract, with the names imported from each module. */
export function pluginImports(code: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { index, 1: single, 2: double } of code.matchAll(literal)) {
    const before = code.slice(Math.max(0, index - 40), index).trimEnd();
    const name = single ?? double ?? '';
    if (name === 'gleaner/plugin' || !/\b(?:import|from)$/.test(before)) continue;
    const names = before.endsWith('from') ? namesIn(code.slice(Math.max(0, index - maxClause), index)) : [];
    found.set(name, [...(found.get(name) ?? []), ...names]);
  }
  return found;
}

/** Returns the names in the braces of the last import or export statement in a text. */
function namesIn(text: string): readonly string[] {
  const clause = text.slice(Math.max(text.lastIndexOf('import'), text.lastIndexOf('export')));
  const [start, end] = [clause.indexOf('{'), clause.lastIndexOf('}')];
  if (start < 0 || end < start) return [];
  const names = clause.slice(start + 1, end).split(',');
  return names.map((one) => one.trim().split(/\s/, 1)[0] ?? '').filter((one) => /^[A-Za-z_$][\w$]*$/.test(one));
}

/**
 * Returns the source of a stub module with the given exports. With the stub, Gleaner can describe a plugin that imports
 * the module, although the plugin cannot run in the sandbox.
 */
export function stubModule(name: string, names: readonly string[]): string {
  const exported = [...new Set(names)].filter((one) => one !== 'default');
  return `const stub = new Proxy(function () {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => ${JSON.stringify(`[${name}]`)} : key === 'then' ? undefined : stub),
  apply: () => stub,
  construct: () => stub,
});
export default stub;
${exported.map((one, at) => `const stub${at} = stub; export { stub${at} as ${one} };`).join('\n')}`;
}

import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const files = globSync('{core,plugins,src-main,src-renderer}/**/*.ts', { exclude: ['**/*.d.ts'] });

/** Returns the exported names in a file that have no comment. */
function undocumented(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const isExported = modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported || ts.getJSDocCommentsAndTags(statement).length > 0) return [];
    const text = statement.getText().split('\n', 1)[0] ?? '';
    return [`${file}: ${text}`];
  });
}

describe('documentation', () => {
  it('precedes every exported name', () => {
    expect(files.length).toBeGreaterThan(400);
    expect(files.flatMap(undocumented)).toEqual([]);
  });
});

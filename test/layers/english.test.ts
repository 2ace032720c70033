import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pages, proseOf } from '../docs/pages';
import { idioms } from './idioms';
import { scriptOf } from './source-tree';

const allowedFile = 'test/layers/idioms-allowed.txt';
const header = `# Idioms of test/layers/idioms.ts that are left, by top-level folder. Numbers may only fall.
# Update with: npx vitest run test/layers/english.test.ts --update
`;

/** Matches the comments and strings in a script. */
const token =
  /(?<=^|\s)\/\/ (.*)|\/\*\*?\s([\s\S]*?)\*\/|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`/gm;
const beforeTitle = /\b(?:describe|it|test)[.\w]*(?:\([^()]*\))?\(\s*$/;

/**
 * Returns all comments in a script, and the strings of at least three words. In test files, returns only those strings
 * that are test titles.
 */
function textsOfScript(file: string): string[] {
  const script = scriptOf(file);
  return [...script.matchAll(token)].flatMap(({ index, 1: line, 2: block, 3: single, 4: double, 5: template }) => {
    const comment = line ?? block?.replaceAll(/\s*\n\s*\*?\s*/g, ' ');
    if (comment !== undefined) return [comment.replaceAll(/`[^`]*`/g, 'X').trim()];
    const text = single ?? double ?? template ?? '';
    const isRead = !file.startsWith('test/') || beforeTitle.test(script.slice(Math.max(0, index - 60), index));
    return isRead && / .* /.test(text) ? [text] : [];
  });
}

/** Returns the paragraphs of a page. */
const textsOfPage = (file: string): string[] =>
  proseOf(file)
    .replaceAll(/`[^`\n]*`/g, 'X')
    .split(/\n(?:\s*\n|(?=[#|*-]))/)
    .map((paragraph) => paragraph.replaceAll('\n', ' '));

const scripts = globSync('{core,plugins,src-main,src-renderer,scripts,test}/**/*.{ts,mjs,vue}', {
  exclude: ['test/fixtures/**', 'test/layers/idioms.ts', 'src-renderer/texts/de/**'],
}).map((file) => file.replaceAll('\\', '/'));

/** Returns the occurrences of each idiom, keyed by `folder: idiom`. */
function findIdioms(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const texts = [
    ...scripts.flatMap((file) => textsOfScript(file).map((text) => ({ file, text }))),
    ...pages.flatMap((file) => textsOfPage(file).map((text) => ({ file, text }))),
  ];
  for (const { file, text } of texts)
    for (const { name, use, pattern } of idioms)
      for (const { index, 0: match } of text.matchAll(pattern)) {
        const row = `${file.includes('/') ? file.split('/')[0] : '(root)'}: ${name}`;
        const place = `${file}: …${text.slice(Math.max(0, index - 30), index + match.length + 30)}… use: ${use}`;
        found.set(row, [...(found.get(row) ?? []), place]);
      }
  return found;
}

/** Allowed number of occurrences, keyed by `folder: idiom`. */
const allowed = new Map(
  [...readFileSync(allowedFile, 'utf8').matchAll(/^([^#\n].*) (\d+)$/gm)].map(([, row = '', count]) => [
    row,
    Number(count),
  ]),
);

describe('comments, messages, UI texts, pages and test titles', () => {
  it('hold exactly the idioms that are still allowed', async () => {
    const found = findIdioms();
    const risen = [...found].filter(([row, places]) => places.length > (allowed.get(row) ?? 0));
    const places = risen.flatMap(([, all]) => all).slice(0, 40);
    const rows = [...found].map(([row, all]) => `${row} ${all.length}\n`).sort();
    const message = places.length > 0 ? `Replace new idioms:\n${places.join('\n')}` : 'Lower the allowances';
    await expect(header + rows.join(''), message).toMatchFileSnapshot('idioms-allowed.txt');
  });

  it('are checked with a sorted list of own words', () => {
    const { words } = JSON.parse(readFileSync('cspell.json', 'utf8')) as { words: string[] };
    expect(words).toEqual([...new Set(words)].sort());
  });
});

/** Hash of the last commit whose subject is not checked. */
const firstChecked = '192ff2a92130d031995a310ad3a84f61571429fd';

/** Returns the subjects of all commits after `firstChecked`. Empty if the history does not contain that commit. */
function subjects(): string[] {
  try {
    const args = ['log', '--no-merges', '--format=%s', `${firstChecked}..HEAD`];
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  } catch {
    return [];
  }
}

describe('commit subjects', () => {
  const checked = subjects();

  it.skipIf(checked.length === 0)('are Conventional Commits of at most 72 characters without a semicolon', () => {
    const form = /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([\w./, -]+\))?!?: \S[^;]*$/;
    expect(checked.filter((subject) => subject.length > 72 || !form.test(subject))).toEqual([]);
  });
});

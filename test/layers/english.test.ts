import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pages, proseOf } from '../docs/pages';
import { idioms } from './idioms';
import { scriptOf } from './source-tree';

/** Matches the comments and strings in a script. */
const token =
  /(?<=^|\s)\/\/ (.*)|\/\*\*?\s([\s\S]*?)\*\/|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`/gm;
const beforeTitle = /\b(?:describe|it|test)[.\w]*(?:\([^()]*\))?\(\s*$/;

/** Returns a text with `X` in place of code and of link targets. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, 'X').replaceAll(/\]\([^)\s]*\)/g, '](X)');

/**
 * Returns all comments in a script, and the strings of at least three words. In test files, returns only those strings
 * that are test titles.
 */
function textsOfScript(file: string): string[] {
  const script = scriptOf(file);
  return [...script.matchAll(token)].flatMap(({ index, 1: line, 2: block, 3: single, 4: double, 5: template }) => {
    const comment = line ?? block?.replaceAll(/\s*\n\s*\*?\s*/g, ' ');
    if (comment !== undefined) return [withoutCode(comment).trim()];
    const text = withoutCode(single ?? double ?? template ?? '');
    const isRead = !file.startsWith('test/') || beforeTitle.test(script.slice(Math.max(0, index - 60), index));
    return isRead && / .* /.test(text) ? [text] : [];
  });
}

/** Returns the paragraphs of a page. */
const textsOfPage = (file: string): string[] =>
  withoutCode(proseOf(file))
    .split(/\n(?:\s*\n|(?=[#|*-]))/)
    .map((paragraph) => paragraph.replaceAll('\n', ' '));

const scripts = globSync('{core,plugins,src-main,src-renderer,scripts,test}/**/*.{ts,mjs,vue}', {
  exclude: ['test/fixtures/**', 'test/layers/idioms.ts', 'src-renderer/texts/de/**'],
}).map((file) => file.replaceAll('\\', '/'));

/** Returns the occurrences of idioms in comments, messages, UI texts, pages and test titles. */
function findIdioms(): readonly string[] {
  const texts = [
    ...scripts.flatMap((file) => textsOfScript(file).map((text) => ({ file, text }))),
    ...pages.flatMap((file) => textsOfPage(file).map((text) => ({ file, text }))),
  ];
  return texts.flatMap(({ file, text }) =>
    idioms.flatMap(({ use, pattern }) =>
      [...text.matchAll(pattern)].map(
        ({ index, 0: { length } }) =>
          `${file}: …${text.slice(Math.max(0, index - 30), index + length + 30)}… use: ${use}`,
      ),
    ),
  );
}

describe('comments, messages, UI texts, pages and test titles', () => {
  it('contain no idioms', () => {
    expect(findIdioms()).toEqual([]);
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

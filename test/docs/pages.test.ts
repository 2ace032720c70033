import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { anchorsOf, codeBlocks, pages, proseOf, sentencesOf, wordsOf } from './pages';

const maxWords = 30;
/**
 * Pages whose first sentence must state the audience. Decision records are excluded, because they begin with a date.
 */
const readerPages = pages.filter((file) => file.startsWith('docs/') && !/decisions\/(?!README)/.test(file));

/** Returns a page's links to other files and to anchors. */
const linksOf = (file: string) =>
  [...proseOf(file).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].map(([, path = '', anchor]) => ({
    path: path === '' ? file : join(dirname(file), path),
    anchor,
  }));

describe('every page', () => {
  it('has no sentence of more than 30 words', () => {
    const long = pages.flatMap((file) =>
      sentencesOf(file)
        .filter((sentence) => wordsOf(sentence) > maxWords)
        .map((sentence) => `${file}: ${wordsOf(sentence)} words: ${sentence.trim()}`),
    );
    expect(long).toEqual([]);
  });

  it('says in its first sentence whom it is for', () => {
    const silent = readerPages.filter((file) => !/^# .+\n\nFor [a-z]/.test(proseOf(file)));
    expect(silent).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    const broken = pages.flatMap((file) =>
      linksOf(file)
        .filter(({ path, anchor }) => !existsSync(path) || (anchor && !anchorsOf(path).includes(anchor)))
        .map(({ path, anchor }) => `${file}: ${path}#${anchor ?? ''}`),
    );
    expect(broken).toEqual([]);
  });

  it('is reachable from the index', () => {
    const index = linksOf('docs/README.md').map(({ path }) => path);
    const linked = [...index, ...linksOf('docs/developers/decisions/README.md').map(({ path }) => path)];
    expect(pages.filter((file) => file.startsWith('docs/') && !linked.includes(file))).toEqual(['docs/README.md']);
  });

  it('is named by its path wherever code names it', () => {
    const sources = globSync(
      '{core,plugins,src-main,src-renderer,scripts,resources,test}/**/*.{ts,mjs,vue,yaml,service}',
      {
        exclude: ['test/fixtures/**'],
      },
    );
    const named = sources.flatMap((file) => ts.sys.readFile(file)?.match(/(?<![\w/}])docs\/[\w/-]+\.md/g) ?? []);
    expect(named.filter((page) => !existsSync(page))).toEqual([]);
  });
});

describe('code blocks', () => {
  const scripts = codeBlocks.filter(({ language }) => ['js', 'ts'].includes(language));
  const data = codeBlocks.filter(({ language }) => language === 'json');

  it('parse as JavaScript or TypeScript', () => {
    expect(scripts.length).toBeGreaterThan(3);
    const wrong = scripts.flatMap(({ file, language, text }) => {
      const { diagnostics = [] } = ts.transpileModule(text, { fileName: `block.${language}`, reportDiagnostics: true });
      return diagnostics.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
    });
    expect(wrong).toEqual([]);
  });

  it('parse as JSON', () => {
    expect(data.length).toBeGreaterThan(5);
    for (const { file, text } of data) expect(() => JSON.parse(text), file).not.toThrow();
  });
});

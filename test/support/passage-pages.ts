import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** A query, and the text that answers it. */
export interface PassageQuery {
  readonly query: string;
  /** Part of the sentence or row that contains the answer. Undefined if the page does not answer the query. */
  readonly sentence: string | undefined;
  readonly value: string | undefined;
  /** False if the query and the page use different words. */
  readonly sharesWords: boolean;
}

/** A page from `test/fixtures/passages`. */
export interface PassagePage {
  readonly name: string;
  readonly language: string;
  readonly html: string;
  readonly chars: number;
  readonly queries: readonly PassageQuery[];
}

/** Returns pages and queries. The queries were written before the search was run for the first time. */
export const passagePages = (): readonly PassagePage[] => pagesOf('test/fixtures/passages/*.txt');

/** Returns additional, shorter pages. Their queries were also written before the search was run on them. */
export const morePassagePages = (): readonly PassagePage[] => pagesOf('test/fixtures/passages/more/*.txt');

/** Reads files in which pages are separated by `===`. */
const pagesOf = (pattern: string): readonly PassagePage[] =>
  globSync(pattern)
    .sort()
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n===\n')
        .map((text) => readPage(basename(file, '.txt'), text)),
    );

function readPage(name: string, content: string): PassagePage {
  const [text = '', queries = ''] = content.split('\n---\n');
  const language = name.slice(0, 2);
  const html = `<html lang="${language}"><title>${/^# (.*)/.exec(text)?.[1]}</title><body><main>${htmlOf(text)}</main></body></html>`;
  return { name, language, html, chars: text.length, queries: queries.split('\n').flatMap(readQuery) };
}

function readQuery(line: string): readonly PassageQuery[] {
  const [query, sentence, value] = line.slice(2).split(' => ');
  const sharesWords = !line.startsWith('~ ');
  if (line.startsWith('! ')) return [{ query: query!, sentence: undefined, value: undefined, sharesWords }];
  return /^[?~] /.test(line) ? [{ query: query!, sentence, value, sharesWords }] : [];
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Converts text with one block per line to HTML with headings, tables, code and paragraphs. */
function htmlOf(text: string): string {
  const blocks = text.split(/\n(?=```\w)|(?<=\n```)\n/);
  return blocks
    .map((block) => {
      const [, language, code] = /^```(\w+)\n([\s\S]*)\n```$/.exec(block) ?? [];
      return code === undefined
        ? linesHtml(block)
        : `<pre><code class="language-${language}">${escaped(code)}</code></pre>`;
    })
    .join('\n');
}

const linesHtml = (text: string): string =>
  text
    .replaceAll(/(?:^\|.*\n?)+/gm, (rows) => `${tableHtml(rows.trim().split('\n'))}\n`)
    .split('\n')
    .map((line) => {
      const [, marks, heading] = /^(#+) (.*)$/.exec(line) ?? [];
      if (marks) return `<h${marks.length}>${escaped(heading!)}</h${marks.length}>`;
      return line.startsWith('<table') || line === '' ? line : `<p>${escaped(line)}</p>`;
    })
    .join('\n');

const tableHtml = (rows: readonly string[]): string => {
  const cells = (row: string, tag: string) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => `<${tag}>${escaped(cell.trim())}</${tag}>`)
      .join('');
  const [head = '', ...others] = rows;
  return `<table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${others.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table>`;
};

import { globSync, readFileSync } from 'node:fs';

/** A fenced code block on a page. */
export interface CodeBlock {
  readonly file: string;
  readonly language: string;
  readonly text: string;
}

const fence = /^( *)```(\w*)[^\n]*\n([\s\S]*?)^\1```$/gm;

/** All documentation pages. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'CODE_OF_CONDUCT.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md').map((file) => file.replaceAll('\\', '/')),
].sort();

/** Text of a page. */
export const pageText = (file: string): string => readFileSync(file, 'utf8');

/** Text of a page without its code blocks. */
export const proseOf = (file: string): string => pageText(file).replace(fence, '');

/** Code blocks of all pages, without indentation. */
export const codeBlocks: readonly CodeBlock[] = pages.flatMap((file) =>
  [...pageText(file).matchAll(fence)].map(([, indent = '', language = '', text = '']) => ({
    file,
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  })),
);

const isCell = (line: string) => line.startsWith('|');
/** True for a cell with a comma-separated list of names, which is not a sentence. */
const isList = (cell: string) => cell.split(',').every((name) => name.trim().split(/\s+/).length <= 4);
const startsItem = (line: string) => /^(?:[-*+]|\d+\.)\s/.test(line);

/** Paragraphs, list items and table cells, each on one line. */
function blocksOf(prose: string): string[] {
  const blocks: string[] = [''];
  for (const line of prose.split('\n').map((text) => text.trim())) {
    if (isCell(line)) blocks.push(...line.split(/(?<!\\)\|/).filter((cell) => !isList(cell)), '');
    else if (line === '' || line.startsWith('#')) blocks.push('');
    else if (startsItem(line)) blocks.push(line.replace(/^\S+\s/, ''));
    else blocks[blocks.length - 1] += ` ${line}`;
  }
  return blocks;
}

/** Sentences on a page. Each code span counts as one word, and links are replaced with their text. */
export function sentencesOf(file: string): string[] {
  return blocksOf(proseOf(file)).flatMap((block) =>
    block
      .replaceAll(/`[^`]*`/g, 'X')
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .split(/(?<=[.!?])[*_)"”]*\s+(?=[*_("“]*[\p{Lu}\d])/u),
  );
}

/** Number of words in a sentence. */
export const wordsOf = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Anchors of a page's headings, as GitHub generates them. */
export const anchorsOf = (file: string): string[] =>
  [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Commands in a shell block, without comments. Continued and quoted lines are joined. */
export function commandsOf(text: string): string[] {
  const commands = [''];
  for (const line of text.replaceAll(/\\\n\s*/g, ' ').split('\n')) {
    const isQuoted = (commands.at(-1)?.split("'").length ?? 1) % 2 === 0;
    const plain = isQuoted ? line : line.replace(/(?:^|\s)#(?: .*)?$/, '');
    if (isQuoted) commands[commands.length - 1] += ` ${plain.trim()}`;
    else commands.push(plain.trim());
  }
  return commands.filter(Boolean);
}

/** Words of a command, as a shell splits them. */
export const shellWords = (command: string): string[] =>
  [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replaceAll(/["']/g, ''));

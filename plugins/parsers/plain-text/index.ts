import { decodePlainText, defineParser, escapeHtml } from '../../../core/contract/plugin';
import { linkedHtml } from './links';

const LANGUAGES: Readonly<Record<string, string>> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'jsx',
  ts: 'typescript',
  tsx: 'tsx',
  py: 'python',
  rb: 'ruby',
  go: 'go',
  rs: 'rust',
  java: 'java',
  kt: 'kotlin',
  swift: 'swift',
  c: 'c',
  h: 'c',
  cpp: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  php: 'php',
  pl: 'perl',
  lua: 'lua',
  r: 'r',
  sh: 'bash',
  bash: 'bash',
  ps1: 'powershell',
  sql: 'sql',
  css: 'css',
  scss: 'scss',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  ini: 'ini',
  diff: 'diff',
  patch: 'diff',
};
/** Matches the path of a Markdown file. `llms.txt` files are Markdown, too. */
const MARKDOWN_NAME = /\.(?:md|markdown|mdown|mkd|mdx)$|\/llms[^/]*\.txt$/i;
/** Matches a heading, link or link definition in Markdown. */
const MARKDOWN_TEXT = /^#{1,6} |\]\(|^ {0,3}\[[^\]\n]{1,200}\]:/m;
const SOURCE_TYPES: Readonly<Record<string, string>> = {
  'text/css': 'css',
  'text/javascript': 'javascript',
  'application/javascript': 'javascript',
};

/** `plain-text`: converts source files to code blocks. Leaves other text unchanged, except that URLs become links. */
export default defineParser({
  id: 'plain-text',
  summary: 'Shows text files: source code in a block, other text in paragraphs.',
  mediaTypes: [
    'text/plain',
    'text/markdown',
    'text/x-markdown',
    'text/yaml',
    'application/yaml',
    'application/x-yaml',
    ...Object.keys(SOURCE_TYPES),
  ],
  extensions: [
    '.txt',
    '.text',
    '.md',
    '.markdown',
    '.mdown',
    '.mkd',
    '.mdx',
    '.log',
    '.rst',
    '.adoc',
    ...Object.keys(LANGUAGES).map((ending) => `.${ending}`),
  ],
  async parse(bytes, { charset, url }) {
    const text = decodePlainText(bytes, charset).text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
    const { pathname } = new URL(url, 'http://localhost/');
    const ending = /\.(\w+)$/.exec(pathname)?.[1]?.toLowerCase() ?? '';
    const language = Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined;
    if (language !== undefined) return { html: codeHtml(text, language), metadata: {}, warnings: [] };
    const isMarkdown = MARKDOWN_NAME.test(pathname) || (ending === '' && MARKDOWN_TEXT.test(text));
    const html = isMarkdown ? (await import('./markdown-links')).markdownHtml(text) : linkedHtml(text);
    return { html: textHtml(text, html), metadata: {}, warnings: [] };
  },
});

const codeHtml = (text: string, language: string): string =>
  `<pre><code class="language-${language}">${escapeHtml(text)}</code></pre>`;

/** Wraps text in an element that the `markdown` format copies verbatim, so that Markdown files stay unchanged. */
const textHtml = (text: string, html: string): string =>
  text.trim() === '' ? '' : `<pre data-text="verbatim">${html}</pre>`;

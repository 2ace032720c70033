import { decodePlainText, defineParser, escapeHtml } from '../../core/contract/plugin';

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
const SOURCE_TYPES: Readonly<Record<string, string>> = {
  'text/css': 'css',
  'text/javascript': 'javascript',
  'application/javascript': 'javascript',
};

/** `plain-text`: source files as code blocks, and other text unmodified except that its URLs become links. */
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
    '.log',
    '.rst',
    '.adoc',
    ...Object.keys(LANGUAGES).map((ending) => `.${ending}`),
  ],
  async parse(bytes, { charset, url }) {
    const text = decodePlainText(bytes, charset).text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
    const ending = /\.(\w+)$/.exec(new URL(url, 'http://localhost/').pathname)?.[1]?.toLowerCase() ?? '';
    const language = Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined;
    return { html: language === undefined ? textHtml(text) : codeHtml(text, language), metadata: {}, warnings: [] };
  },
});

const codeHtml = (text: string, language: string): string =>
  `<pre><code class="language-${language}">${escapeHtml(text)}</code></pre>`;

/** Wraps text so that the `markdown` format copies it verbatim, which leaves Markdown files unchanged. */
const textHtml = (text: string): string =>
  text.trim() === '' ? '' : `<pre data-text="verbatim">${linkedHtml(text)}</pre>`;

/** Matches a Markdown link or image, or a URL on its own. */
const LINK =
  /(!?)\[[^[\]\n]{0,500}\]\(<?([^()<>\s]{1,2000})>?(?:[ \t]+"[^"\n]{0,300}")?\)|https?:\/\/[^\s<>"'`|\\^[\]{}]{1,2000}/g;
const CLOSING = /(?<![.,;:!?*)])[.,;:!?*)]+$/;

/** Wraps URLs in link elements without changing the text. */
function linkedHtml(text: string): string {
  let html = '';
  let from = 0;
  for (const { 0: whole, 1: image, 2: target, index } of text.matchAll(LINK)) {
    if (image === '!') continue;
    const written = target === undefined ? withoutClosing(whole) : whole;
    const href = escapeHtml(target ?? written);
    html += `${escapeHtml(text.slice(from, index))}<a href="${href}">${escapeHtml(written)}</a>`;
    from = index + written.length;
  }
  return html + escapeHtml(text.slice(from));
}

/**
 * Removes punctuation that belongs to the surrounding sentence from the end of a URL. Keeps a closing bracket if the
 * URL contains its opening bracket.
 */
function withoutClosing(address: string): string {
  const plain = address.replace(CLOSING, '');
  return plain.includes('(') && address[plain.length] === ')' ? `${plain})` : plain;
}

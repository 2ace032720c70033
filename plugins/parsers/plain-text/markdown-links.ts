import { Parser } from 'htmlparser2';
import MarkdownIt from 'markdown-it';
import { escapeHtml } from '../../../core/contract/plugin';

/** A link in a Markdown file. */
interface Link {
  readonly href: string;
  /** Text of the link in the file. Empty if the link contains more than plain text. */
  readonly label: string;
  /** Number of the first line of the link's block, and number of the line after the block. */
  readonly lines: readonly [number, number];
}

const markdown = new MarkdownIt({ html: true, linkify: true });
// Does not link text without a scheme, because file names such as `guide.md` would be mistaken for hosts.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

type Token = ReturnType<typeof markdown.parse>[number];

/**
 * Maximum distance between a link's label and the previous link in the same block, in characters. Limits the search.
 */
const MAX_DISTANCE = 5000;

/**
 * Wraps the text of links in a Markdown file in link elements, without changing the text. Finds the links that
 * CommonMark defines: inline links, reference links, autolinks and links in HTML, but not images or links in code.
 */
export function markdownHtml(text: string): string {
  const starts = lineStarts(text);
  let html = '';
  let end = 0;
  for (const { href, label, lines } of linksOf(text)) {
    const from = Math.max(end, starts[lines[0]] ?? 0);
    const until = Math.min(from + MAX_DISTANCE, starts[lines[1]] ?? text.length);
    const found = label === '' ? -1 : labelAt(text.slice(from, until), label);
    const at = found < 0 ? -1 : from + found;
    const start = at < 0 ? from : at;
    html += `${escapeHtml(text.slice(end, start))}<a href="${escapeHtml(href)}">${at < 0 ? '' : escapeHtml(label)}</a>`;
    end = at < 0 ? start : start + label.length;
  }
  return html + escapeHtml(text.slice(end));
}

/** Returns the first position at which a label directly follows a bracket. Falls back to the label's first position. */
function labelAt(text: string, label: string): number {
  const found = ['[', '<', '>'].map((sign) => text.indexOf(sign + label)).filter((at) => at >= 0);
  return found.length > 0 ? Math.min(...found) + 1 : text.indexOf(label);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Returns the links in a file, in order. */
function linksOf(text: string): readonly Link[] {
  const links: Link[] = [];
  let lines: readonly [number, number] = [0, 1];
  for (const token of markdown.parse(text, {})) {
    lines = token.map ?? lines;
    if (token.type === 'html_block') links.push(...htmlLinks(token.content, lines));
    for (const [at, child] of (token.children ?? []).entries()) {
      if (child.type === 'html_inline') links.push(...htmlLinks(child.content, lines));
      if (child.type !== 'link_open') continue;
      const href = String(child.attrGet('href') ?? '');
      links.push({ href, label: labelOf(token.children ?? [], at + 1), lines });
    }
  }
  return links.filter(({ href }) => href !== '');
}

/** Returns the text of a link. Empty if the link contains anything other than text. */
const labelOf = (tokens: readonly Token[], at: number): string =>
  tokens[at]?.type === 'text' && tokens[at + 1]?.type === 'link_close' ? (tokens[at]?.content ?? '') : '';

function htmlLinks(html: string, lines: Link['lines']): readonly Link[] {
  const links: Link[] = [];
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if ((name === 'a' || name === 'area') && href) links.push({ href, label: '', lines });
    },
  });
  parser.end(html);
  return links;
}

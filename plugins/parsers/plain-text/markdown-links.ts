import { Parser } from 'htmlparser2';
import MarkdownIt from 'markdown-it';
import { escapeHtml } from '../../../core/contract/plugin';

/** A link of a Markdown file. */
interface Link {
  readonly href: string;
  /** Text of the link in the file. Empty if it is not plain text. */
  readonly label: string;
  /** Line on which the block with the link starts. */
  readonly line: number;
}

const markdown = new MarkdownIt({ html: true, linkify: true });
// Without a scheme, file names such as `guide.md` would be taken for hosts.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

type Token = ReturnType<typeof markdown.parse>[number];

/**
 * Wraps the text of the links of a Markdown file in link elements without changing the text. Finds them by CommonMark:
 * inline links, reference links, autolinks and links in HTML, but not images or links in code.
 */
export function markdownHtml(text: string): string {
  const starts = lineStarts(text);
  let html = '';
  let end = 0;
  for (const { href, label, line } of linksOf(text)) {
    const from = Math.max(end, starts[line] ?? 0);
    const at = label === '' ? -1 : labelAt(text, label, from);
    const start = at < 0 ? from : at;
    html += `${escapeHtml(text.slice(end, start))}<a href="${escapeHtml(href)}">${at < 0 ? '' : escapeHtml(label)}</a>`;
    end = at < 0 ? start : start + label.length;
  }
  return html + escapeHtml(text.slice(end));
}

/** Returns the position of a label after a bracket of a link, or else anywhere. */
function labelAt(text: string, label: string, from: number): number {
  const found = ['[', '<', '>'].map((sign) => text.indexOf(sign + label, from)).filter((at) => at >= 0);
  return found.length > 0 ? Math.min(...found) + 1 : text.indexOf(label, from);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Returns the links of a file in order. */
function linksOf(text: string): readonly Link[] {
  const links: Link[] = [];
  let line = 0;
  for (const token of markdown.parse(text, {})) {
    line = token.map?.[0] ?? line;
    if (token.type === 'html_block') links.push(...htmlLinks(token.content, line));
    for (const [at, child] of (token.children ?? []).entries()) {
      if (child.type === 'html_inline') links.push(...htmlLinks(child.content, line));
      if (child.type !== 'link_open') continue;
      const href = String(child.attrGet('href') ?? '');
      links.push({ href, label: labelOf(token.children ?? [], at + 1), line });
    }
  }
  return links.filter(({ href }) => href !== '');
}

/** Returns the text of a link that consists only of text. */
const labelOf = (tokens: readonly Token[], at: number): string =>
  tokens[at]?.type === 'text' && tokens[at + 1]?.type === 'link_close' ? (tokens[at]?.content ?? '') : '';

function htmlLinks(html: string, line: number): readonly Link[] {
  const links: Link[] = [];
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if ((name === 'a' || name === 'area') && href) links.push({ href, label: '', line });
    },
  });
  parser.end(html);
  return links;
}

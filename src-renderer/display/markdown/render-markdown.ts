import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: false });

/** Matches the HTML tags that are allowed in Markdown. All other tags are shown as text. */
const writtenTag = /^<(?:br|\/?(?:sup|sub|strong|em|del))>/;

markdown.inline.ruler.before('autolink', 'written tags', (state, silent) => {
  const tag = writtenTag.exec(state.src.slice(state.pos, state.pos + 9))?.[0];
  if (tag === undefined) return false;
  if (!silent) state.push('html_inline', '', 0).content = tag;
  state.pos += tag.length;
  return true;
});

/** Parses Markdown into the tokens of its blocks. */
export const markdownTokens = (text: string) => markdown.parse(text, {});

/** Resolves a URL in page content. Undefined if opening the URL would be unsafe. */
function safeAddress(address: string | null, base: string): string | undefined {
  try {
    const url = new URL(address ?? '', base || undefined);
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

// Images are replaced with their alt text and a link, because page content must not load anything remote.
markdown.renderer.rules.image = (tokens, index, options, env, self) => {
  const token = tokens[index];
  const alt = token ? self.renderInlineAsText(token.children ?? [], options, env) : '';
  const source = markdown.utils.escapeHtml(String(token?.attrGet('src') ?? ''));
  return `<span class="picture" data-src="${source}">${markdown.utils.escapeHtml(alt || 'picture')}</span>`;
};

function settleLinks(root: HTMLElement, base: string): void {
  for (const anchor of root.querySelectorAll('a')) {
    const address = safeAddress(anchor.getAttribute('href'), base);
    if (!address) {
      anchor.replaceWith(...anchor.childNodes);
      continue;
    }
    anchor.href = address;
    anchor.target = '_blank';
    anchor.rel = 'noopener noreferrer nofollow';
  }
  for (const picture of root.querySelectorAll<HTMLElement>('span.picture')) {
    const address = picture.closest('a') ? undefined : safeAddress(picture.dataset.src ?? null, base);
    delete picture.dataset.src;
    if (!address) continue;
    const anchor = Object.assign(document.createElement('a'), {
      href: address,
      target: '_blank',
      rel: 'noopener noreferrer nofollow',
      className: 'picture',
      textContent: picture.textContent,
    });
    picture.replaceWith(anchor);
  }
}

/**
 * Renders the Markdown of a possibly hostile page as safe HTML without scripts, frames or remote content. Links open in
 * the user's browser.
 */
export function renderMarkdown(text: string, base: string): string {
  const root = DOMPurify.sanitize(markdown.render(text), {
    RETURN_DOM: true,
    FORBID_TAGS: ['style', 'form', 'input', 'img', 'svg', 'math', 'video', 'audio', 'iframe'],
    FORBID_ATTR: ['style', 'id', 'name'],
  }) as HTMLElement;
  settleLinks(root, base);
  for (const table of root.querySelectorAll('table, pre')) table.setAttribute('tabindex', '0');
  return root.innerHTML;
}

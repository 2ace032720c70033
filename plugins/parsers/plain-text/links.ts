import { escapeHtml } from '../../../core/contract/plugin';

/** Matches a Markdown link or image, or a URL on its own. */
const LINK =
  /(!?)\[[^[\]\n]{0,500}\]\(<?([^()<>\s]{1,2000})>?(?:[ \t]+"[^"\n]{0,300}")?\)|https?:\/\/[^\s<>"'`|\\^[\]{}]{1,2000}/g;
const CLOSING = /(?<![.,;:!?*)])[.,;:!?*)]+$/;

/** Wraps URLs in link elements without changing the text. */
export function linkedHtml(text: string): string {
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
 * Removes punctuation of the surrounding sentence from the end of a URL. Keeps a closing bracket if the URL contains
 * the matching opening bracket.
 */
function withoutClosing(address: string): string {
  const plain = address.replace(CLOSING, '');
  return plain.includes('(') && address[plain.length] === ')' ? `${plain})` : plain;
}

import { cssUrls } from '../../../../common/values/css-urls';
import { percentDecoded } from '../../../../common/values/percent-decoded';

/** Prefix of URLs that the engine resolves. The recorder leaves such URLs unchanged, because they look absolute. */
const prefixOf = (secret: string): string => `sheet://${secret}/`;

/**
 * Returns a script, for the recorder's world, that makes the URLs in style rules absolute. URLs in a linked or imported
 * sheet are relative to the sheet's URL after redirects, which only the engine knows. The script marks such URLs with
 * the requested URL of their sheet, for `resolveSheetUrls`. Uses the recorder's `record`.
 */
export const markSheetUrls = (secret: string): string => `
  const cssUrls = new RegExp(${JSON.stringify(cssUrls.source)}, 'gi');
  const markUrl = (base, url) =>
    '${prefixOf(secret)}' + encodeURIComponent(base) + '/' + encodeURIComponent(url.toWellFormed());
  const resolveUrl = (url, sheet, page) => {
    if (sheet) return markUrl(sheet, url);
    const found = URL.canParse(url, page) ? new URL(url, page).href : '';
    return /^https?:/.test(found) && !url.startsWith('#') ? found : markUrl('', url);
  };
  const resolveCss = (text, sheet, page) => {
    if (!/url\\(|@import/i.test(text)) return text;
    return text.replace(cssUrls, (whole, start = '', ...groups) => {
      const url = groups.slice(0, 5).find((group) => group)?.replace(/\\\\([^\\da-f\\n])/gi, '$1').trim();
      if (!url || /^(?:data|https?):/i.test(url)) return whole;
      return start + 'url(' + JSON.stringify(resolveUrl(url, sheet, page)) + ')';
    });
  };
  const basesOf = (sheet) => {
    while (sheet && !sheet.href && !sheet.ownerNode) sheet = sheet.parentStyleSheet;
    if (!sheet?.href) return [undefined, sheet?.ownerNode?.baseURI ?? document.baseURI];
    // Relative URLs cannot be resolved against a data: or blob: URL.
    return [/^https?:/.test(sheet.href) ? sheet.href : 'data:'];
  };
  const replaceGetter = (owner, name, made) => {
    const { get, ...facts } = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { ...facts, get() { return made(get.call(this), this); } });
  };
  replaceGetter(CSSRule.prototype, 'cssText', (text, rule) => resolveCss(text, ...basesOf(rule.parentStyleSheet)));
  replaceGetter(CSSImportRule.prototype, 'href', (url, rule) => resolveUrl(url, ...basesOf(rule.parentStyleSheet)));
  // If a style sheet imports another sheet that was not loaded, the recorder would otherwise drop the entire style
  // sheet.
  replaceGetter(CSSImportRule.prototype, 'styleSheet', (sheet) => sheet ?? {});
  // URLs in a style element are relative to the element's document, which may be in a frame or have a base URL.
  const resolveStyle = (text, style) =>
    text && style?.localName === 'style' ? resolveCss(text, undefined, style.baseURI) : text;
  const resolveStyles = ({ texts, adds }) => {
    const { mirror } = record;
    for (const change of texts) change.value = resolveStyle(change.value, mirror.getNode(change.id)?.parentNode);
    for (const { parentId, node } of adds)
      if (node.type === 3 && node.textContent) {
        const style = mirror.getNode(parentId);
        if (style?.localName === 'style') node.textContent = resolveStyle(mirror.getNode(node.id)?.data, style);
      }
  };
`;

/** Resolves the URLs that `markSheetUrls` has marked in a recorded event. `finalUrl` returns a URL after redirects. */
export function resolveSheetUrls(payload: string, secret: string, finalUrl: (url: string) => string): string {
  const prefix = prefixOf(secret);
  if (!payload.includes(prefix)) return payload;
  // Events are JSON, so the quotes around a URL are escaped.
  const marked = new RegExp(String.raw`${prefix}([^/"\\\s]*)/([^/"\\\s]*)`, 'g');
  return payload.replace(marked, (_, sheet: string, relative: string) => {
    const [base, url] = [finalUrl(percentDecoded(sheet)), percentDecoded(relative)];
    if (url.startsWith('#')) return quoted(url);
    return URL.canParse(url, base) ? quoted(new URL(url, base).href) : 'about:invalid';
  });
}

/** Encodes the characters that would end a URL in the recorded event or in the style sheet. */
const quoted = (url: string): string => url.replace(/["\\\p{Cc}]/gu, encodeURIComponent);

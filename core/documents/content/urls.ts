import type { ParentNode } from 'domhandler';
import { surveyOf } from './page-survey';

/** Repairs `http:/x` and resolves a reference; `undefined` when nothing sensible comes of it. */
export function resolveUrl(reference: string, base: string): string | undefined {
  const trimmed = reference.trim().replace(/^(https?):\/(?!\/)/i, '$1://');
  const url = URL.parse(trimmed, base);
  return url === null ? undefined : url.href;
}

/** The address references of a page are resolved against: its first `<base href>` if usable, else its own. */
export function baseUrlOf(document: ParentNode, url: string): string {
  const href = surveyOf(document).base;
  const base = href === '' ? undefined : resolveUrl(href, url);
  return base !== undefined && /^https?:/.test(base) ? base : url;
}

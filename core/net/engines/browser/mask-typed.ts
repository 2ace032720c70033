import { masked } from '../../../common/values/mask-secrets';

/** Minimum length of a secret that is masked. Shorter secrets would match parts of ordinary words. */
const minLength = 4;

/** Returns a copy of a value in which typed secrets are masked in all strings. */
export function maskTyped<T>(value: T, typed: readonly string[]): T {
  const forms = typed.filter(({ length }) => length >= minLength).flatMap(formsOf);
  return forms.length === 0 ? value : (maskIn(value, forms) as T);
}

/** Returns the variants of a string that can appear in pages, URLs and form data, longest first. */
function formsOf(text: string): readonly string[] {
  const inHtml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const inForm = new URLSearchParams([['', text]]).toString().slice(1);
  const forms = new Set([text, inHtml, inHtml.replaceAll('"', '&quot;'), encodeURIComponent(text), inForm]);
  return [...forms].sort((a, b) => b.length - a.length);
}

function maskIn(value: unknown, forms: readonly string[]): unknown {
  if (typeof value === 'string') return forms.reduce((text, form) => text.replaceAll(form, masked), value);
  if (Array.isArray(value)) return value.map((one) => maskIn(one, forms));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskIn(one, forms)]));
}

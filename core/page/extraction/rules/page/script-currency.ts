import type { Element } from 'domhandler';
import { textContent } from 'domutils';
import { currencyOf } from '../../../../common/values/money';
import { MAX_SCRIPT_CHARS } from '../markup/state-items';

/** A currency code in a script. */
export interface ScriptCurrency {
  readonly currency: string;
  readonly node: Element;
}

/** A property such as `"priceCurrency": "EUR"`, possibly with escaped quotes or a Shopify object around the code. */
const PROPERTY =
  /(?<![a-z])(?:(?:price|store|shop|order|cart|base|current|display)_?)?currency(?:_?(?:code|iso|iso_?code))?\\?["']?\s{0,3}[:=]\s{0,3}(?:\{\s{0,3}\\?["']?(?:active|code|iso|iso_?code)\\?["']?\s{0,3}:\s{0,3})?\\?["']([a-z]{3})\\?["']/gi;

/** Returns the currency in the page's scripts. Undefined if the scripts contain several currencies. */
export function scriptCurrency({ scripts }: { readonly scripts: readonly Element[] }): ScriptCurrency | undefined {
  let found: ScriptCurrency | undefined;
  for (const node of scripts) {
    const text = textContent(node);
    if (text.length > MAX_SCRIPT_CHARS) continue;
    for (const [, code = ''] of text.matchAll(PROPERTY)) {
      const currency = currencyOf(code.toUpperCase());
      if (currency === undefined) continue;
      if (found !== undefined && found.currency !== currency) return undefined;
      found ??= { currency, node };
    }
  }
  return found;
}

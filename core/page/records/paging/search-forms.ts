import type { Document, Element } from 'domhandler';
import { bareHost } from '../../../common/url-identity';
import type { SearchForm } from '../../../contract/page-controls';
import { findElements, textOf } from '../../extraction/rules/page/text-of';
import { controlSelector } from '../../extraction/selectors/control-selector';
import { isHidden, labelsOf, lineOf } from './controls';

/** The usable search forms of a page, and warnings about skipped forms. */
export interface FoundForms {
  readonly forms: readonly SearchForm[];
  readonly leftAlone: readonly string[];
}

const SEARCHES =
  /^(?:q|s|k|query|search|searchterm|search_?(?:query|text|term|field|word)s?|term|terms|keyword|keywords|kw|text|suche|suchbegriff|suchwort|recherche|buscar|busqueda|busca|cerca|ricerca|zoek|zoeken|szukaj|hledat|filter|find)$/i;
const SAYS_SEARCH =
  /search|filter|find|such|recherch|busca|búsqueda|pesquis|cerca|ricerca|zoek|szuka|hledat|sök|søg|haku|поиск|найти|検索|搜索|검색|بحث/i;
/** Types of input fields that do not occur in search forms, such as fields for personal data. */
const PERSONAL = /^(?:password|email|tel|file|number|date|datetime-local|time|month|week)$/i;
const PERSONAL_NAME =
  /pass(?:word|wd)|e-?mail|phone|card|cvc|cvv|iban|comment|message|address|user_?name|login|newsletter|coupon|voucher|qty|quantity/i;
const maxForms = 5;

/**
 * Finds forms that only search or filter: forms that send a GET request to the same site and have a text field but no
 * fields for personal data.
 */
export function searchForms(document: Document, address: string): FoundForms {
  const roots = findElements(document, ({ name, attribs }) => name === 'form' || attribs.role === 'search', 50);
  const outermost = roots.filter(
    (root) =>
      !lineOf(root)
        .slice(1)
        .some((outer) => roots.includes(outer)),
  );
  const judged = outermost.filter((root) => !isHidden(root)).map((root) => judge(root, document, address));
  return {
    forms: judged.flatMap((one) => (typeof one === 'object' ? [one] : [])).slice(0, maxForms),
    leftAlone: [...new Set(judged.filter((one) => typeof one === 'string'))].slice(0, 3),
  };
}

/** Returns a search form, or a warning if the form must not be used. Undefined for other kinds of forms. */
function judge(root: Element, document: Document, address: string): SearchForm | string | undefined {
  const form = root.name === 'form' ? root : findElements(root, ({ name }) => name === 'form', 1)[0];
  const inputs = findElements(root, ({ name }) => name === 'input' || name === 'textarea' || name === 'select', 100);
  const words = inputs.find((input) => isWordField(input));
  if (!words) return undefined;
  const saysSo =
    root.attribs.role === 'search' ||
    form?.attribs.role === 'search' ||
    words.attribs.type === 'search' ||
    saysSearch(words);
  if (!saysSo) return undefined;
  const label = labelsOf(words)[0] ?? words.attribs.placeholder ?? '';
  const called = label === '' ? 'A search form' : `The form "${label}"`;
  if (inputs.some(isPersonal)) return `${called} was skipped, because it requires more than search terms.`;
  if (/post/i.test(form?.attribs.method ?? '')) return `${called} was skipped, because it is sent by POST.`;
  const selector = controlSelector(words, document);
  const target = form && actionOf(form, inputs, words, address);
  if (target === 'elsewhere') return `${called} was skipped, because it belongs to another site.`;
  const { name: field } = words.attribs;
  return { selector, label, ...(target && field ? { action: target, field } : {}) };
}

const isWordField = ({ name, attribs }: Element): boolean =>
  name === 'input' &&
  /^(?:text|search|)$/i.test(attribs.type ?? '') &&
  attribs.disabled === undefined &&
  attribs.readonly === undefined &&
  !PERSONAL_NAME.test(`${attribs.name ?? ''} ${attribs.id ?? ''} ${attribs.autocomplete ?? ''}`);

const saysSearch = ({ attribs }: Element): boolean =>
  SEARCHES.test(attribs.name ?? '') ||
  SAYS_SEARCH.test(`${attribs['aria-label'] ?? ''} ${attribs.placeholder ?? ''} ${attribs.title ?? ''}`);

const isPersonal = ({ name, attribs }: Element): boolean =>
  name === 'textarea' ||
  PERSONAL.test(attribs.type ?? '') ||
  PERSONAL_NAME.test(`${attribs.name ?? ''} ${attribs.autocomplete ?? ''}`);

/**
 * Returns the request URL of a search form, with the preset values of all fields except the search field. Undefined if
 * the form has neither an action nor a method.
 */
function actionOf(
  form: Element,
  inputs: readonly Element[],
  words: Element,
  address: string,
): string | 'elsewhere' | undefined {
  if (form.attribs.action === undefined && form.attribs.method === undefined) return undefined;
  const target = URL.parse(form.attribs.action ?? '', address);
  const here = URL.parse(address);
  if (!target || !here || !/^https?:$/.test(target.protocol)) return undefined;
  if (bareHost(target.hostname) !== bareHost(here.hostname)) return 'elsewhere';
  target.hash = '';
  target.search = '';
  for (const input of inputs) {
    const value = input === words ? undefined : givenValue(input);
    if (value !== undefined && input.attribs.name) target.searchParams.append(input.attribs.name, value);
  }
  return target.href;
}

function givenValue(input: Element): string | undefined {
  const { attribs } = input;
  if (input.name === 'select') {
    const options = findElements(input, ({ name }) => name === 'option');
    const chosen = options.find((option) => option.attribs.selected !== undefined) ?? options[0];
    return chosen && (chosen.attribs.value ?? textOf(chosen));
  }
  if (/^(?:checkbox|radio)$/i.test(attribs.type ?? ''))
    return attribs.checked === undefined ? undefined : (attribs.value ?? 'on');
  return /^(?:hidden|text|search|)$/i.test(attribs.type ?? '') ? attribs.value : undefined;
}

import { type Element, isTag } from 'domhandler';
import { textContent } from 'domutils';
import { escapeHtml } from '../../../core/contract/plugin';

/**
 * Converts an Office Math formula (ECMA-376 part 1, 22.1) to MathML. Accepts an inline formula or a paragraph of
 * formulas.
 */
export function mathmlOf(formula: Element): string {
  const display = formula.name === 'm:oMathPara' ? ' display="block"' : '';
  return `<math${display}>${row(formula)}</math>`;
}

/** Converters for Office Math elements, keyed by name. */
const ELEMENTS: Readonly<Record<string, (element: Element) => string>> = {
  'm:r': runOf,
  'm:f': fractionOf,
  'm:sSup': (element) => `<msup>${parts(element, 'm:e', 'm:sup')}</msup>`,
  'm:sSub': (element) => `<msub>${parts(element, 'm:e', 'm:sub')}</msub>`,
  'm:sSubSup': (element) => `<msubsup>${parts(element, 'm:e', 'm:sub', 'm:sup')}</msubsup>`,
  'm:sPre': (element) => `<msubsup><mrow></mrow>${parts(element, 'm:sub', 'm:sup')}</msubsup>${parts(element, 'm:e')}`,
  'm:rad': (element) =>
    isOn(element, 'm:degHide') || textContent(child(element, 'm:deg') ?? []).trim() === ''
      ? `<msqrt>${parts(element, 'm:e')}</msqrt>`
      : `<mroot>${parts(element, 'm:e', 'm:deg')}</mroot>`,
  'm:nary': naryOf,
  'm:d': delimitedOf,
  'm:func': (element) => `${functionName(element)}${parts(element, 'm:e')}`,
  'm:limLow': (element) => `<munder>${parts(element, 'm:e', 'm:lim')}</munder>`,
  'm:limUpp': (element) => `<mover>${parts(element, 'm:e', 'm:lim')}</mover>`,
  'm:acc': (element) => `<mover>${parts(element, 'm:e')}${operator(setting(element, 'm:chr') ?? '^')}</mover>`,
  'm:bar': (element) =>
    setting(element, 'm:pos') === 'top'
      ? `<mover>${parts(element, 'm:e')}<mo>¯</mo></mover>`
      : `<munder>${parts(element, 'm:e')}<mo>_</mo></munder>`,
  'm:groupChr': (element) => {
    const tag = setting(element, 'm:pos') === 'top' ? 'mover' : 'munder';
    return `<${tag}>${parts(element, 'm:e')}${operator(setting(element, 'm:chr') ?? '⏟')}</${tag}>`;
  },
  'm:m': (element) => table(children(element, 'm:mr').map((line) => children(line, 'm:e'))),
  'm:eqArr': (element) => table(children(element, 'm:e').map((line) => [line])),
};

/** Converts the elements in a row. Property elements contain no text and are dropped. */
function row(element: Element): string {
  return element.children
    .filter(isTag)
    .filter(({ name }) => !name.endsWith('Pr'))
    .map((part) => (Object.hasOwn(ELEMENTS, part.name) ? (ELEMENTS[part.name]?.(part) ?? '') : row(part)))
    .join('');
}

const parts = (element: Element, ...names: readonly string[]): string =>
  names
    .map((name) => child(element, name))
    .map((part) => `<mrow>${part === undefined ? '' : row(part)}</mrow>`)
    .join('');

const table = (rows: readonly (readonly Element[])[]): string =>
  `<mtable>${rows
    .map((cells) => `<mtr>${cells.map((cell) => `<mtd><mrow>${row(cell)}</mrow></mtd>`).join('')}</mtr>`)
    .join('')}</mtable>`;

/** Converts a run to formula tokens (numbers, letters and symbols), or to plain text if the run is marked as text. */
function runOf(run: Element): string {
  const text = children(run, 'm:t').map(textContent).join('');
  if (isOn(child(run, 'm:rPr') ?? run, 'm:nor')) return `<mtext>${escapeHtml(text)}</mtext>`;
  return (text.match(/\d+(?:[.,]\d+)*|\S/gu) ?? [])
    .map((token) => {
      if (/^\d/.test(token)) return `<mn>${token}</mn>`;
      return /^\p{L}/u.test(token) ? `<mi>${escapeHtml(token.normalize('NFKC'))}</mi>` : operator(token);
    })
    .join('');
}

const operator = (sign: string): string => `<mo>${escapeHtml(sign === '\u0302' ? '^' : sign)}</mo>`;

function fractionOf(element: Element): string {
  const type = setting(element, 'm:type');
  if (type === 'lin') return `${parts(element, 'm:num')}<mo>/</mo>${parts(element, 'm:den')}`;
  const noLine = type === 'noBar' ? ' linethickness="0"' : '';
  return `<mfrac${noLine}>${parts(element, 'm:num', 'm:den')}</mfrac>`;
}

/** Converts a sum, product or integral with its limits and operand. */
function naryOf(element: Element): string {
  const limits = [...(isOn(element, 'm:subHide') ? [] : ['m:sub']), ...(isOn(element, 'm:supHide') ? [] : ['m:sup'])];
  const sign = operator(setting(element, 'm:chr') ?? '∫');
  const tag = limits.length === 2 ? 'msubsup' : limits[0] === 'm:sub' ? 'msub' : 'msup';
  const head = limits.length === 0 ? sign : `<${tag}>${sign}${parts(element, ...limits)}</${tag}>`;
  return `${head}${parts(element, 'm:e')}`;
}

function delimitedOf(element: Element): string {
  const between = operator(setting(element, 'm:sepChr') ?? '|');
  const inner = children(element, 'm:e')
    .map((part) => `${row(part)}`)
    .join(between);
  const [open, close] = [setting(element, 'm:begChr') ?? '(', setting(element, 'm:endChr') ?? ')'];
  return `<mrow>${open === '' ? '' : operator(open)}${inner}<mo>${escapeHtml(close)}</mo></mrow>`;
}

/** Converts a function name. Puts its letters in a single element. */
function functionName(element: Element): string {
  const name = child(element, 'm:fName');
  if (name === undefined) return '';
  const text = textContent(name).trim();
  return name.children.every((part) => !isTag(part) || part.name === 'm:r')
    ? `<mi>${escapeHtml(text)}</mi>`
    : row(name);
}

const children = (element: Element, name: string): readonly Element[] =>
  element.children.filter(isTag).filter((part) => part.name === name);

const child = (element: Element, name: string): Element | undefined => children(element, name)[0];

/** Returns a property of an element. Undefined if it is not set. */
function property(element: Element, name: string): Element | undefined {
  const properties = element.name.endsWith('Pr') ? element : child(element, `${element.name}Pr`);
  return properties === undefined ? undefined : child(properties, name);
}

const setting = (element: Element, name: string): string | undefined => property(element, name)?.attribs['m:val'];

function isOn(element: Element, name: string): boolean {
  const found = property(element, name);
  return found !== undefined && !/^(?:0|false|off)$/.test(found.attribs['m:val'] ?? '');
}

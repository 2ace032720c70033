import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { ACCENTS, FENCES, FUNCTIONS, MATRICES, SIGNS, VARIANTS } from './mathml-signs';
import { textOf } from './tree';

const HIDDEN = /[\u2061-\u2064\u200b]/g;
const MAX_DEPTH = 60;
const MAX_COMMAND_LENGTH = 24;

/** Returns the TeX for a MathML element: its TeX annotation or alternative text, or TeX derived from its structure. */
export function texOfMathml(math: Element): string {
  const said = annotationOf(math) ?? math.attribs.alttext;
  const tex = said === undefined ? row(math.children, 0) : said;
  return tidyTex(tex);
}

/** Puts TeX on one line, and removes an enclosing display or text style. */
export function tidyTex(tex: string): string {
  const line = tex.replace(/\s+/g, ' ').trim();
  const wrapped = /^\{\\(?:display|text)style (.*)\}$/.exec(line)?.[1];
  return (wrapped ?? line).trim();
}

function annotationOf(math: Element): string | undefined {
  const queue: Element[] = [math];
  for (let at = 0; at < queue.length && at < 200; at++) {
    const element = queue[at];
    if (element === undefined) break;
    if (element.name === 'annotation' && /tex/i.test(element.attribs.encoding ?? '')) return textOf(element);
    queue.push(...element.children.filter(isTag));
  }
  return undefined;
}

function row(nodes: readonly ChildNode[], depth: number): string {
  const pieces: string[] = [];
  const stacks: { readonly at: number; readonly upper: string; readonly lower: string }[] = [];
  for (const node of nodes) {
    if (isTag(node) && isStack(node)) {
      const [upper = '', lower = ''] = node.children.filter(isTag).map((part) => texOf(part, depth + 2).trim());
      stacks.push({ at: pieces.length, upper, lower });
      pieces.push(`{${upper} \\atop ${lower}}`);
      continue;
    }
    const tex = isTag(node) ? texOf(node, depth + 1) : isText(node) ? symbols(node.data) : '';
    if (tex !== '') pieces.push(tex);
  }
  for (const { at, upper, lower } of stacks)
    if (pieces[at - 1] === '(' && pieces[at + 1] === ')') {
      pieces[at] = `\\binom{${upper}}{${lower}}`;
      pieces[at - 1] = '';
      pieces[at + 1] = '';
    }
  return joined(pieces);
}

/**
 * Joins TeX strings. Adds a space between a command and a letter or digit. Otherwise, a letter would extend the
 * command, and a digit would be hard to read.
 */
function joined(pieces: readonly string[]): string {
  const parts: string[] = [];
  let last = '';
  for (const piece of pieces) {
    if (piece === '') continue;
    if (/\\[A-Za-z]+$/.test(last) && /^[A-Za-z0-9]/.test(piece)) parts.push(' ');
    parts.push(piece);
    last = piece.slice(-MAX_COMMAND_LENGTH);
  }
  return parts.join('');
}

/** True for a fraction without a fraction bar. In parentheses, it is a binomial coefficient. */
const isStack = ({ name, attribs }: Element): boolean =>
  name === 'mfrac' && Number.parseFloat(attribs.linethickness ?? '1') === 0;

const symbols = (text: string): string =>
  joined(
    Array.from(text.replace(HIDDEN, '').trim(), (char) => (Object.hasOwn(SIGNS, char) ? (SIGNS[char] ?? char) : char)),
  );

const FENCE_SIGNS = new Set(Object.entries(FENCES).flat());
const TALL = /\\(?:frac|sum|prod|int|oint|binom|atop|begin)(?![A-Za-z])/;

/** Converts a row enclosed in stretchy brackets. Returns undefined for other rows. */
function fenced(parts: readonly Element[], depth: number): string | undefined {
  const first = parts[0];
  const last = parts[parts.length - 1];
  if (first?.name !== 'mo' || last?.name !== 'mo' || parts.length < 3) return undefined;
  const open = textOf(first).trim();
  const close = textOf(last).trim();
  const between = parts.slice(1, -1);
  const pairs = FENCES[open] === close || (open === '{' && close === '');
  if (!pairs || first.attribs.stretchy === 'false' || between.some((part) => isFence(part) || isStack(part)))
    return undefined;
  const inner = row(between, depth);
  const matrix = /^\\begin\{matrix\}((?:(?!\\begin).)*)\\end\{matrix\}$/.exec(inner)?.[1];
  const name = close === '' ? 'cases' : MATRICES[open];
  if (matrix !== undefined && name !== undefined) return `\\begin{${name}}${matrix}\\end{${name}}`;
  const tall = TALL.test(inner) || close === '';
  const [before = '', after = ''] = tall ? ['\\left', `\\right${close === '' ? '.' : ''}`] : ['', ''];
  return joined([before, symbols(open), inner, after, symbols(close)]);
}

const isFence = (part: Element): boolean => part.name === 'mo' && FENCE_SIGNS.has(textOf(part).trim());

function identifier(element: Element): string {
  const name = textOf(element).replace(HIDDEN, '').trim();
  const kind = element.attribs.mathvariant ?? '';
  const variant = Object.hasOwn(VARIANTS, kind) ? VARIANTS[kind] : undefined;
  if (variant !== undefined && name !== '') return `\\${variant}{${symbols(name)}}`;
  if (FUNCTIONS.has(name)) return `\\${name}`;
  return name.length > 1 && /^[A-Za-z]+$/.test(name) ? `\\mathrm{${name}}` : symbols(name);
}

/** TeX patterns for elements with a fixed number of children. */
const PATTERNS: Readonly<Record<string, (part: (at: number) => string) => string>> = {
  msup: (part) => `${braced(part(0))}^{${part(1)}}`,
  msub: (part) => `${braced(part(0))}_{${part(1)}}`,
  msubsup: (part) => `${braced(part(0))}_{${part(1)}}^{${part(2)}}`,
  munderover: (part) => `${braced(part(0))}_{${part(1)}}^{${part(2)}}`,
  mfrac: (part) => `\\frac{${part(0)}}{${part(1)}}`,
  mroot: (part) => `\\sqrt[${part(1)}]{${part(0)}}`,
};

function texOf(element: Element, depth: number): string {
  if (depth > MAX_DEPTH) return symbols(textOf(element));
  const parts = element.children.filter(isTag);
  const part = (at: number): string => {
    const child = parts[at];
    return child === undefined ? '' : texOf(child, depth + 1);
  };
  const pattern = Object.hasOwn(PATTERNS, element.name) ? PATTERNS[element.name] : undefined;
  if (pattern !== undefined) return pattern(part);
  switch (element.name) {
    case 'mi':
      return identifier(element);
    case 'mrow':
      return fenced(parts, depth) ?? row(element.children, depth);
    case 'mtext':
    case 'ms':
      return wording(element);
    case 'msqrt':
      return `\\sqrt{${row(element.children, depth)}}`;
    case 'mover':
    case 'munder':
      return overOrUnder(element.name, part(0), part(1), textOf(parts[1] ?? element).trim());
    case 'mtable': {
      const kind = /^\s*right\s+left/.test(element.attribs.columnalign ?? '') ? 'aligned' : 'matrix';
      return `\\begin{${kind}}${parts.map((child) => texOf(child, depth + 1)).join(' \\\\ ')}\\end{${kind}}`;
    }
    case 'mtr':
      return parts.map((child) => row(child.children, depth + 1)).join(' & ');
    case 'mfenced':
      return `\\left${element.attribs.open ?? '('}${parts.map((_, at) => part(at)).join(element.attribs.separators ?? ',')}\\right${element.attribs.close ?? ')'}`;
    case 'mspace':
      return /^\s*(?:-|negative)/.test(element.attribs.width ?? '') ? '' : ' ';
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return '';
    default:
      return row(element.children, depth);
  }
}

/** Returns text in a formula, with white space collapsed as MathML requires. */
function wording(element: Element): string {
  const text = textOf(element).replace(/[ \t\n\f\r]+/g, ' ');
  const inner = text.slice(text.startsWith(' ') ? 1 : 0, text.endsWith(' ') ? -1 : undefined);
  return inner.trim() === '' ? '' : `\\text{${inner.replace(/[{}\\$]/g, '\\$&')}}`;
}

const braced = (tex: string): string =>
  /^(?:[A-Za-z0-9)\]|!]|\\[A-Za-z]+|\\math[a-z]+\{[A-Za-z0-9]\})$/.test(tex) ? tex : `{${tex}}`;

function overOrUnder(name: string, inner: string, script: string, sign: string): string {
  const accent = Object.hasOwn(ACCENTS, sign) ? ACCENTS[sign] : undefined;
  if (accent !== undefined) return `\\${name === 'munder' && accent === 'overline' ? 'underline' : accent}{${inner}}`;
  const base = braced(inner);
  return name === 'mover' ? `${base}^{${script}}` : `${base}_{${script}}`;
}

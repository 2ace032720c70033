import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { textOf } from './tree';

const SIGNS: Readonly<Record<string, string>> = {
  '×': '\\times',
  '÷': '\\div',
  '±': '\\pm',
  '∓': '\\mp',
  '≤': '\\le',
  '≥': '\\ge',
  '≠': '\\ne',
  '≈': '\\approx',
  '≡': '\\equiv',
  '∼': '\\sim',
  '∞': '\\infty',
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∮': '\\oint',
  '∂': '\\partial',
  '∇': '\\nabla',
  '√': '\\surd',
  '→': '\\to',
  '←': '\\leftarrow',
  '⇒': '\\Rightarrow',
  '⇔': '\\Leftrightarrow',
  '↦': '\\mapsto',
  '∈': '\\in',
  '∉': '\\notin',
  '⊂': '\\subset',
  '⊆': '\\subseteq',
  '∪': '\\cup',
  '∩': '\\cap',
  '∅': '\\emptyset',
  '∀': '\\forall',
  '∃': '\\exists',
  '¬': '\\neg',
  '∧': '\\land',
  '∨': '\\lor',
  '⋅': '\\cdot',
  '·': '\\cdot',
  '…': '\\dots',
  '⋯': '\\cdots',
  '−': '-',
  '′': "'",
  '∗': '*',
  '∣': '\\mid',
  '∥': '\\parallel',
  '⊥': '\\perp',
  '⟨': '\\langle',
  '⟩': '\\rangle',
  '‖': '\\|',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '&': '\\&',
  '#': '\\#',
  $: '\\$',
  _: '\\_',
  α: '\\alpha',
  β: '\\beta',
  γ: '\\gamma',
  δ: '\\delta',
  ε: '\\epsilon',
  ζ: '\\zeta',
  η: '\\eta',
  θ: '\\theta',
  ι: '\\iota',
  κ: '\\kappa',
  λ: '\\lambda',
  μ: '\\mu',
  ν: '\\nu',
  ξ: '\\xi',
  π: '\\pi',
  ρ: '\\rho',
  σ: '\\sigma',
  τ: '\\tau',
  υ: '\\upsilon',
  φ: '\\varphi',
  ϕ: '\\phi',
  χ: '\\chi',
  ψ: '\\psi',
  ω: '\\omega',
  Γ: '\\Gamma',
  Δ: '\\Delta',
  Θ: '\\Theta',
  Λ: '\\Lambda',
  Ξ: '\\Xi',
  Π: '\\Pi',
  Σ: '\\Sigma',
  Φ: '\\Phi',
  Ψ: '\\Psi',
  Ω: '\\Omega',
  ℝ: '\\mathbb{R}',
  ℕ: '\\mathbb{N}',
  ℤ: '\\mathbb{Z}',
  ℂ: '\\mathbb{C}',
  ℚ: '\\mathbb{Q}',
};
const ACCENTS: Readonly<Record<string, string>> = {
  '¯': 'overline',
  '‾': 'overline',
  '^': 'hat',
  '~': 'tilde',
  '˜': 'tilde',
  '→': 'vec',
  '⃗': 'vec',
  '˙': 'dot',
  '¨': 'ddot',
  '⏞': 'overbrace',
  '⏟': 'underbrace',
  _: 'underline',
};
const FUNCTIONS = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln exp lim limsup liminf max min sup inf det dim ker gcd arg deg Pr'.split(
    ' ',
  ),
);
const HIDDEN = /[\u2061-\u2064\u200b]/g;
const MAX_DEPTH = 60;

/** The TeX of a MathML element: what the page says it was, else written anew from its structure. */
export function texOfMathml(math: Element): string {
  const said = annotationOf(math) ?? math.attribs.alttext;
  const tex = said === undefined ? row(math.children, 0) : said;
  return tidyTex(tex);
}

/** TeX on one line, without the display style some tools wrap it in. */
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
  let out = '';
  for (const node of nodes) {
    const tex = isTag(node) ? texOf(node, depth + 1) : isText(node) ? symbols(node.data) : '';
    if (tex === '') continue;
    out += /\\[A-Za-z]+$/.test(out) && /^[A-Za-z]/.test(tex) ? ` ${tex}` : tex;
  }
  return out;
}

function symbols(text: string): string {
  let out = '';
  for (const char of text.replace(HIDDEN, '').trim()) {
    const sign = Object.hasOwn(SIGNS, char) ? (SIGNS[char] ?? char) : char;
    out += /\\[A-Za-z]+$/.test(out) && /^[A-Za-z]/.test(sign) ? ` ${sign}` : sign;
  }
  return out;
}

/** Elements whose parts go to fixed places. */
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
  const pattern = PATTERNS[element.name];
  if (pattern !== undefined) return pattern(part);
  switch (element.name) {
    case 'mi': {
      const name = textOf(element).trim();
      if (FUNCTIONS.has(name)) return `\\${name}`;
      return name.length > 1 && /^[A-Za-z]+$/.test(name) ? `\\mathrm{${name}}` : symbols(name);
    }
    case 'mtext':
    case 'ms':
      return textOf(element).trim() === '' ? '' : `\\text{${textOf(element).replace(/[{}\\$]/g, '\\$&')}}`;
    case 'msqrt':
      return `\\sqrt{${row(element.children, depth)}}`;
    case 'mover':
    case 'munder':
      return overOrUnder(element.name, part(0), part(1), textOf(parts[1] ?? element).trim());
    case 'mtable':
      return `\\begin{matrix}${parts.map((child) => texOf(child, depth + 1)).join(' \\\\ ')}\\end{matrix}`;
    case 'mtr':
      return parts.map((child) => row(child.children, depth + 1)).join(' & ');
    case 'mfenced':
      return `\\left${element.attribs.open ?? '('}${parts.map((_, at) => part(at)).join(element.attribs.separators ?? ',')}\\right${element.attribs.close ?? ')'}`;
    case 'mspace':
      return ' ';
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return '';
    default:
      return row(element.children, depth);
  }
}

const braced = (tex: string): string => (/^(?:[A-Za-z0-9]|\\[A-Za-z]+)$/.test(tex) ? tex : `{${tex}}`);

function overOrUnder(name: string, inner: string, script: string, sign: string): string {
  const accent = Object.hasOwn(ACCENTS, sign) ? ACCENTS[sign] : undefined;
  if (accent !== undefined) return `\\${name === 'munder' && accent === 'overline' ? 'underline' : accent}{${inner}}`;
  const base = braced(inner);
  return name === 'mover' ? `${base}^{${script}}` : `${base}_{${script}}`;
}

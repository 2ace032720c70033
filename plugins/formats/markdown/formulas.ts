import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { texOfMathml, tidyTex } from './mathml';
import { classFits, findElement, parentElement, textOf, type Visit } from './tree';
import type { ElementVisitor, Scene } from './visitor';

function addMath(tex: string, display: boolean, { builder }: Scene): Visit {
  if (tex === '') return 'skip';
  if (display) builder.block({ type: 'math', tex });
  else builder.leaf('math', tex);
  return 'skip';
}

/**
 * Matches TeX between the delimiters of MathJax and KaTeX: `\(…\)`, `\[…\]`, `$$…$$` and `$…$`. To exclude prices and
 * variables, `$…$` allows no white space directly inside the delimiters and no word character directly outside them.
 */
const RAW_TEX =
  /\\\(((?:(?!\\\()[\s\S]){1,400}?)\\\)|\\\[((?:(?!\\\[)[\s\S]){1,1500}?)\\\]|\$\$([^$]{1,1500})\$\$|(?<![\\$\p{L}\p{N}])\$(?=[^\s$])([^$\n]{1,300})(?<![\s\\])\$(?![$\p{L}\p{N}])/gu;
const TEX_SIGN = /\\[A-Za-z,;!{}]|[\^_=<>+]|^\s*[A-Za-z]\s*$/;

/** Adds text that may contain raw TeX, i.e. formulas that no script has rendered. */
export function textWithTex(data: string, scene: Scene): void {
  const { builder } = scene;
  let end = 0;
  if (data.includes('$') || data.includes('\\')) {
    for (const { 0: written, 1: inline, 2: block, 3: display, 4: short, index } of data.matchAll(RAW_TEX)) {
      const tex = inline ?? block ?? display ?? short ?? '';
      if (!TEX_SIGN.test(tex)) continue;
      if (index > end) builder.text(data.slice(end, index));
      addMath(tidyTex(tex), block !== undefined || display !== undefined, scene);
      end = index + written.length;
    }
  }
  if (end < data.length || end === 0) builder.text(data.slice(end));
}

/** `math`: a MathML formula. */
export const math: ElementVisitor = (element, scene) =>
  addMath(texOfMathml(element), element.attribs.display === 'block' || element.attribs.mode === 'display', scene);

/** Handles formulas rendered by KaTeX or MathJax. Uses the accessible version and skips the rendered version. */
export function drawnMath(element: Element, scene: Scene): Visit | 'other' {
  const names = element.attribs.class ?? '';
  if (element.name !== 'mjx-container' && !names.includes('katex') && !names.includes('MathJax')) return 'other';
  if (element.name === 'mjx-container' || /(?:^|\s)katex(?:\s|$)/.test(names)) {
    const source = findElement(element, ({ name }) => name === 'math');
    if (source === undefined) return 'other';
    const around = parentElement(element);
    const display =
      element.attribs.display === 'true' ||
      source.attribs.display === 'block' ||
      (around !== undefined && classFits(around, /katex-display/));
    addSpace(element.children[0], scene);
    addMath(texOfMathml(source), display, scene);
    addSpace(element.children[element.children.length - 1], scene);
    return 'skip';
  }
  return /(?:^|\s)MathJax(?:_\w+)?(?:\s|$)/.test(names) ? drawnByMathJax(element, scene) : 'other';
}

/** Adds a space if white space separates a rendered formula from adjacent text. */
function addSpace(edge: ChildNode | undefined, { builder }: Scene): void {
  if (edge !== undefined && isText(edge) && edge.data.trim() === '') builder.text(' ');
}

function drawnByMathJax(element: Element, scene: Scene): Visit | 'other' {
  const { next } = element;
  // Skips this element, because the next element contains the same formula, either as TeX source or as MathML.
  if (next !== null && isTag(next) && (next.name === 'script' || next.name === 'math')) return 'skip';
  const source = findElement(element, ({ name }) => name === 'math');
  if (source !== undefined) return addMath(texOfMathml(source), classFits(element, /Display/), scene);
  return classFits(element, /MathJax_Preview/) ? 'skip' : 'other';
}

/** Handles images whose alternative text is a formula, e.g. in Wikipedia. Returns undefined for other images. */
export function picturedMath(image: Element, scene: Scene): Visit {
  if (!classFits(image, /mwe-math-fallback|(?:^|\s)latex(?:\s|$)/)) return undefined;
  const around = parentElement(image);
  const beside = around !== undefined && findElement(around, ({ name }) => name === 'math') !== undefined;
  return addMath(beside ? '' : tidyTex(image.attribs.alt ?? ''), false, scene);
}

/** `script`: converts only scripts that contain a formula. */
export const script: ElementVisitor = (element, scene) => {
  const type = element.attribs.type ?? '';
  if (!/^math\/(?:tex|asciimath)/i.test(type)) return 'skip';
  return addMath(tidyTex(textOf(element)), /mode=display/i.test(type), scene);
};

import { type ChildNode, Element, isTag, isText, Text } from 'domhandler';

/** True for a script that holds the TeX of a formula, as MathJax pages keep it next to each drawing. */
export const isFormulaSource = (node: ChildNode): boolean =>
  isTag(node) && node.name === 'script' && /^\s*math\/tex/i.test(node.attribs.type ?? '');

/** True for a template that browsers show in place: a shadow root declared in the page's source. */
export const isShadowRoot = (node: ChildNode): boolean =>
  isTag(node) &&
  node.name === 'template' &&
  (node.attribs.shadowrootmode !== undefined || node.attribs.shadowroot !== undefined);

/** True for what belongs to the content although elements of its name never are shown. */
export const isUnshownContent = (node: ChildNode): boolean => isFormulaSource(node) || isShadowRoot(node);

/** A formula's source as MathML that says its TeX, so that no script is left in the content. */
export function formulaOf(source: Element): Element {
  const tex = source.children.map((node) => (isText(node) ? node.data : '')).join('');
  const annotation = new Element('annotation', { encoding: 'application/x-tex' }, [new Text(tex)]);
  const display = /mode\s*=\s*display/i.test(source.attribs.type ?? '');
  const semantics = new Element('semantics', {}, [annotation]);
  const math = new Element('math', display ? { display: 'block' } : {}, [semantics]);
  for (const node of [annotation, semantics, math]) for (const child of node.children) child.parent = node;
  return math;
}

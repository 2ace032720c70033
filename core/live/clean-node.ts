import type { MirrorNode } from '../common/live';
import { type CleaningFacts, cleanAttributes } from './clean-attributes';
import type { LiveNode } from './live-tree';
import { absolute, cleanCss } from './mirror-resources';

/** Elements that run code, load resources, navigate or are invisible. They are dropped along with their content. */
const excludedTags = new Set(
  (
    'script base meta object embed applet param portal fencedframe webview template noscript noembed noframes ' +
    'animate animatecolor animatemotion animatetransform set discard handler listener'
  ).split(' '),
);

/** True for a node that the mirror must not show. */
export const isExcluded = ({ kind, tag }: LiveNode): boolean =>
  kind !== 'text' && (kind !== 'element' || excludedTags.has(tag) || !/^[a-z][\w.:-]*$/.test(tag));

/** Returns a copy of a node that is safe for the mirror. Undefined for an excluded node. */
export function cleanNode(node: LiveNode, facts: CleaningFacts): MirrorNode | undefined {
  const { id, kind } = node;
  if (kind === 'text') return { id, text: node.text };
  if (isExcluded(node)) return undefined;
  if (node.tag === 'link' || node.tag === 'style') return cleanSheet(node, facts);
  const { children, shadow, frame } = node;
  return {
    ...{ id, tag: node.tag, attributes: cleanAttributes(node, facts) },
    ...(node.svg ? { svg: true as const } : {}),
    ...(children.length > 0 ? { children: cleanNodes(children, facts) } : {}),
    ...(shadow.length > 0 || node.sheets.length > 0
      ? { shadow: [...cleanNodes(shadow, facts), ...madeSheets(node, facts)] }
      : {}),
    ...(frame.length > 0 ? { frame: frame.flatMap((document) => cleanDocument(document, facts)) } : {}),
  };
}

/** Returns safe copies of the nodes in a list, without the excluded nodes. */
export function cleanNodes(nodes: readonly LiveNode[], facts: CleaningFacts): MirrorNode[] {
  return nodes.flatMap((node) => cleanNode(node, facts) ?? []);
}

/** Returns the content of a document, including style sheets added by scripts. */
export function cleanDocument(document: LiveNode, facts: CleaningFacts): MirrorNode[] {
  const [root, ...rest] = cleanNodes(document.children, facts);
  if (!root) return rest;
  return [{ ...root, children: [...(root.children ?? []), ...madeSheets(document, facts)] }, ...rest];
}

/** True for a node that becomes a separate style sheet. */
export const isSheet = ({ tag }: LiveNode): boolean => tag === 'style' || tag === 'link';

/** Returns the style sheet for a `style` or `link` node. Undefined for a link of another type. */
export function cleanSheet(node: LiveNode, { base, pathOf }: CleaningFacts): MirrorNode | undefined {
  const { attributes, id } = node;
  const media = attributes.get('media');
  const known =
    attributes.get('_cssText') ?? (node.tag === 'style' ? node.children.map(({ text }) => text).join('') : undefined);
  const sheet = (text: string): MirrorNode => ({ id, tag: 'style', ...(media ? { attributes: { media } } : {}), text });
  if (attributes.has('disabled')) return sheet('');
  if (known !== undefined) return sheet(cleanCss(known, base, pathOf));
  const isStyle =
    /(?:^|\s)stylesheet(?:\s|$)/i.test(attributes.get('rel') ?? '') && !/alternate/i.test(attributes.get('rel') ?? '');
  const path = isStyle ? pathOf(absolute(attributes.get('href') ?? '', base)) : undefined;
  return path === undefined ? undefined : sheet(`@import url("${path}");`);
}

/** Returns the text of the style sheets that scripts added to a document or shadow root. */
export const cleanSheets = ({ sheets }: LiveNode, { base, pathOf }: CleaningFacts): string[] =>
  sheets.filter(Boolean).map((text) => cleanCss(text, base, pathOf));

/** Creates style elements for sheets that scripts added, because these sheets have no nodes. */
const madeSheets = (node: LiveNode, facts: CleaningFacts): MirrorNode[] =>
  cleanSheets(node, facts).map((text) => ({ id: 0, tag: 'style', text }));

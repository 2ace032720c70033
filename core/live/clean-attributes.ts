import { srcsetCandidates } from '../common/values/srcset';
import { wordSet } from '../common/values/words';
import type { LiveNode } from './live-tree';
import { absolute, cleanCss, type ResourcePath } from './mirror-resources';

/** Page data used to clean attributes. */
export interface CleaningFacts {
  /** Base URL for resolving relative URLs. */
  readonly base: string;
  readonly pathOf: ResourcePath;
}

/**
 * Attributes that run code, load resources or navigate. They are dropped, but `rewritten` adds safe versions of some of
 * them.
 */
const dropped = new Set(
  (
    'action accesskey allow archive as attributionsrc autofocus autoplay background cite classid codebase codetype command ' +
    'commandfor content contenteditable crossorigin csp data download form formaction formmethod formtarget http-equiv href ' +
    'imagesizes imagesrcset integrity is itemid itemtype longdesc manifest nonce ping popovertarget popovertargetaction poster ' +
    'profile referrerpolicy sandbox src srcdoc srcset target usemap xlink:href xml:base'
  ).split(' '),
);

/** Elements whose `name` attribute would shadow a property of the document. */
const named = wordSet('img form iframe input button select textarea output fieldset map frame');

const pictures = new Set(['img', 'source', 'input', 'image', 'feimage']);

/** Returns a node's attributes in a form that is safe for the mirror. URLs point to the engine or are disabled. */
export function cleanAttributes(node: LiveNode, facts: CleaningFacts): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of node.attributes) {
    if (isHarmless(node, name.toLowerCase()))
      clean[name] = /url\(/i.test(value) || name === 'style' ? cleanCss(value, facts.base, facts.pathOf) : value;
  }
  return Object.assign(clean, rewritten(node, facts));
}

function isHarmless({ tag }: LiveNode, name: string): boolean {
  if (!/^[a-z_][\w.:-]*$/.test(name) || name.startsWith('on') || name.startsWith('rr_') || name === '_csstext')
    return false;
  return !dropped.has(name) && !(name === 'name' && named.has(tag));
}

/** Returns safe versions of attributes that contain URLs: images load through the engine, and links are disabled. */
function rewritten({ tag, attributes, svg }: LiveNode, { base, pathOf }: CleaningFacts): Record<string, string> {
  const made: Record<string, string> = {};
  const served = (address: string | undefined): string | undefined => {
    if (!address) return undefined;
    return /^data:image\//i.test(address) ? address : pathOf(absolute(address, base));
  };
  const put = (name: string, value: string | undefined) => {
    if (value !== undefined) made[name] = value;
  };
  const href = attributes.get('href') ?? attributes.get('xlink:href');
  if ((tag === 'a' || tag === 'area') && href !== undefined) made.href = '#';
  else if (svg && href !== undefined)
    put('href', href.startsWith('#') ? href : pictures.has(tag) ? served(href) : undefined);
  if (pictures.has(tag)) put('src', served(attributes.get('src')));
  if (tag === 'video') put('poster', served(attributes.get('poster')));
  if (tag === 'img' || tag === 'source') put('srcset', cleanSrcset(attributes.get('srcset'), served));
  if (tag === 'td' || tag === 'th' || tag === 'table' || tag === 'body') {
    const picture = served(attributes.get('background'));
    if (picture)
      made.style = `background-image: url("${picture}"); ${cleanCss(attributes.get('style') ?? '', base, pathOf)}`;
  }
  return made;
}

/** Returns the candidates of a `srcset` that the engine can serve. */
function cleanSrcset(srcset: string | undefined, served: (address: string) => string | undefined): string | undefined {
  if (!srcset) return undefined;
  const candidates = srcsetCandidates(srcset).flatMap(({ url, descriptor }) => {
    const path = served(url);
    return path ? [`${path} ${descriptor}`.trim()] : [];
  });
  return candidates.length > 0 ? candidates.join(', ') : undefined;
}

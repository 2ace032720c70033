import type { Element } from 'domhandler';

/** Structural places a block can be in, found by tag or role. */
const PLACES: readonly (readonly [name: string, tags: string, roles: string])[] = [
  ['navTag', 'nav', 'navigation menu menubar tablist'],
  ['headerTag', 'header', 'banner'],
  ['footerTag', 'footer', 'contentinfo'],
  ['asideTag', 'aside', 'complementary'],
  ['mainTag', 'main', 'main'],
  ['articleTag', 'article', 'article'],
  ['sectionTag', 'section', 'region'],
  ['formTag', 'form fieldset', 'search form'],
  ['tableTag', 'table', 'table grid'],
  ['listTag', 'ul ol menu', 'list'],
  ['dlTag', 'dl', ''],
  ['quoteTag', 'blockquote', ''],
  ['figureTag', 'figure figcaption caption', 'figure'],
  ['preTag', 'pre', ''],
  ['buttonTag', 'button label summary', 'button tab'],
  ['dialogTag', 'dialog', 'dialog alertdialog alert'],
  ['headingTag', 'h1 h2 h3 h4 h5 h6 hgroup', 'heading'],
  ['itemTag', 'li tr', 'listitem row'],
  ['linkTag', 'a', 'link'],
  ['hiddenAttr', '', ''],
  ['bodyProp', '', ''],
];

const byTag = new Map<string, number>();
const byRole = new Map<string, number>();
PLACES.forEach(([, tags, roles], bit) => {
  for (const tag of tags.split(' ')) byTag.set(tag, 1 << bit);
  for (const role of roles.split(' ')) byRole.set(role, 1 << bit);
});
byTag.delete('');
byRole.delete('');

/** Names of the places, in bit order. */
export const PLACE_NAMES: readonly string[] = PLACES.map(([name]) => name);

/** Number of places; each is one bit of a mask. */
export const PLACE_COUNT = PLACES.length;

const HIDDEN = 1 << PLACE_NAMES.indexOf('hiddenAttr');
const BODY = 1 << PLACE_NAMES.indexOf('bodyProp');
const BODY_PROPS =
  /\b(articleBody|reviewBody|text|description|recipeInstructions|recipeIngredient|mainEntity|blogPost)\b/;
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/** The places an element itself opens, as a bit mask. */
export function placeMask(element: Element): number {
  const { role, hidden, style, itemprop, 'aria-hidden': ariaHidden } = element.attribs;
  let mask = byTag.get(element.name) ?? 0;
  if (role !== undefined) mask |= byRole.get(role.toLowerCase()) ?? 0;
  if (hidden !== undefined || ariaHidden === 'true' || (style !== undefined && HIDDEN_STYLE.test(style)))
    mask |= HIDDEN;
  if (itemprop !== undefined && BODY_PROPS.test(itemprop)) mask |= BODY;
  return mask;
}

import { type Element, isTag, type ParentNode } from 'domhandler';
import { remember } from '../remember';

/** Class names of the signature below a forum post. Outside a post, `signature` may refer to program code. */
const SIGNATURE =
  /(?:^|\s)(?:(?:bb|user|forum|post|message|member)[_-]?)?signature(?:[_-]?(?:content|text|inner))?(?=$|\s)/i;
const SIGNATURE_ID = /^(?:sig|signature)[_-]?\d/i;
const POST = /(?:^|[\s_-])(?:post|message|comment|thread|topic|bg[12])(?:$|[\s_-]|body|row|bit|\d)/i;
const SIGNED_TAGS = new Set(['div', 'aside', 'section', 'td', 'dd', 'li', 'footer']);
/** Class names of the panel about the author of a forum post. */
const PANEL =
  /(?:^|[\s_-])(?:post-?profile|message-?user|poster-?(?:info|profile)|user-?(?:panel|stats|extra|profile)|member-?(?:panel|stats))(?:$|[\s_-])/i;
const maxLevels = 8;

const IS_SIGNATURE = 1;
const IS_POST = 2;
const IS_PANEL = 4;

const bitsOf = remember(
  (names) =>
    (SIGNATURE.test(names) ? IS_SIGNATURE : 0) | (POST.test(names) ? IS_POST : 0) | (PANEL.test(names) ? IS_PANEL : 0),
);

/** True for the signature that a user adds to all posts in a forum. */
export function isUserSignature({ name, attribs, parent }: Element): boolean {
  if (!SIGNED_TAGS.has(name)) return false;
  if (attribs.id !== undefined && SIGNATURE_ID.test(attribs.id)) return true;
  if (attribs.class === undefined || (bitsOf(attribs.class) & IS_SIGNATURE) === 0) return false;
  let up: ParentNode | null = parent;
  for (let level = 0; level < maxLevels && up !== null && isTag(up); level++, up = up.parent)
    if ((bitsOf(`${up.attribs.class ?? ''} ${up.attribs.id ?? ''}`) & IS_POST) !== 0) return true;
  return false;
}

/** True for a panel with facts about the author of a forum post, e.g. the date of joining. */
export const isUserPanel = ({ attribs }: Element): boolean =>
  attribs.class !== undefined && (bitsOf(attribs.class) & IS_PANEL) !== 0;

import { TITLE_PARTS } from '../find/page-finders';
import { excerptOf, type Sighting } from '../find/sighting';
import { wordsOf } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import type { Field } from '../schema/field';

/** Kinds of institutions whose names contain the kind, e.g. `Harbour Library`. */
const KIND =
  /^(?:university|college|school|academy|institute|library|museum|hospital|clinic|church|theatre|theater|gallery|foundation|hotel|park|zoo|stadium|airport|bakery|brewery)$/;
const WORD = "\\p{Lu}[\\p{L}'’.&-]*";
const JOINED = '(?:of|the|for|and|&|de|du|des|la)';
/** Words that narrow a kind but do not name an institution, e.g. `National Park`. */
const COMMON =
  /^(?:(?:National|State|Regional|County|City|Municipal|Public|Central|Local|Royal|International|Primary|Secondary|Elementary|Middle|High|Junior|Senior|Community|General|Children’s|Car|Water|Theme|Business|Art|Natural|Wildlife|Catholic|Medical|Technical|Charitable|This|That|Your|Each|Every)\s)+\p{Lu}\p{Ll}+$/u;
const maxLine = 3000;
const minUses = 2;

/**
 * Returns the name that contains the kind requested by a field, e.g. `Harbour Library` for `library_name`. The name
 * must be a heading or occur several times.
 */
export function kindNames({ name, kind, format }: Field, { view, metadata }: Evidence): readonly Sighting[] {
  const words = wordsOf(name).filter((word) => word !== 'name');
  const [wanted = ''] = words;
  if (kind !== 'string' || format !== undefined || words.length !== 1 || !KIND.test(wanted)) return [];
  const own = `${wanted[0]?.toUpperCase()}${wanted.slice(1)}`;
  const pattern = new RegExp(
    `(?<![\\p{L}-])(?:${WORD}\\s(?:${JOINED}\\s){0,2}){1,4}${own}(?:\\s(?:of|for)(?:\\s(?:the\\s)?${WORD}){1,3})?(?![\\p{L}-])|(?<![\\p{L}-])${own}\\s(?:of|for)\\s(?:the\\s)?${WORD}(?:\\s(?:${JOINED}\\s)?${WORD}){0,3}`,
    'gu',
  );
  const found = new Map<string, { uses: number; sighting: Sighting }>();
  for (const { text, node, flags } of view.lines) {
    if (text.length > maxLine || !text.includes(own) || flags & (flag.related | flag.review)) continue;
    const isHeading = (flags & flag.heading) !== 0 && !(flags & flag.navigation);
    for (const [match] of text.matchAll(pattern)) {
      const raw = match.replace(/^(?:The|Our|At|In|Welcome|About|Visit|From|To)\s(?:the\s)?/u, '');
      if (COMMON.test(raw)) continue;
      const key = raw.toLowerCase();
      const known = found.get(key);
      const uses = (known?.uses ?? 0) + (isHeading && raw === text ? minUses : 1);
      found.set(key, {
        uses,
        sighting: known?.sighting ?? { raw, weight: 0.55, kind: 'text', node, excerpt: excerptOf(text) },
      });
    }
  }
  const [best] = [...found.values()].toSorted((a, b) => b.uses - a.uses);
  return best && best.uses >= minUses ? [best.sighting] : inTitle(String(metadata.title ?? ''), pattern);
}

/**
 * Returns the name at the start of a part of the page's title, e.g. `Tide National Park` from `Webcams - Tide National
 * Park (Visitor service)`.
 */
function inTitle(title: string, pattern: RegExp): readonly Sighting[] {
  const names = title.split(TITLE_PARTS).flatMap((part) => {
    const [found] = part.matchAll(pattern);
    return found?.index === 0 && !COMMON.test(found[0]) && /^\s?(?:$|\()/.test(part.slice(found[0].length))
      ? [found[0]]
      : [];
  });
  const [raw] = names;
  return raw !== undefined && names.length === 1
    ? [{ raw, weight: 0.5, kind: 'meta', node: undefined, excerpt: excerptOf(title) }]
    : [];
}

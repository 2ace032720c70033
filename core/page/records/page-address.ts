import { bareHost } from '../../common/url-identity';

/** Relation of a link's URL to the URL of its page. */
export type AddressStep =
  /** The next page: its number is one higher, or its offset is larger. */
  | 'successor'
  /**
   * Another page of the same list, identified by a cursor or a similar parameter. It may be before or after the current
   * page.
   */
  | 'cursor'
  /** Another page of the same list, but not the next one. */
  | 'other-page';

const counterName =
  /^(?:page|p|pg|pn|pno|paged|page_?(?:no|num|number|nr|id|index)|pageno|seite|pagina|página|strona|strana|stranica|sayfa|sida|side|sivu|curpage|currentpage|o)$/i;
const offsetName =
  /^(?:start|offset|from|skip|begin|first|startindex|start_?(?:row|at|index)|s|b_start(?::int)?|beginindex)$/i;
const cursorName = /cursor|after|token|continu|scroll|next|bookmark|lastid|last_?(?:key|seen)|since/i;
/** Path words before a number that identifies a single thing (e.g. a post), not a page of a list. */
const thingWord =
  /(?:chapter|kapitel|chapitre|cap[ií]tulo|capitolo|lesson|lektion|episode|folge|question|frage|quiz|step|schritt|part|teil|photo|image|bild|slide|picture|item|product|produkt|article|artikel|post|node|issue|volume|day|week|month|year|season|video|track|level|unit|section|thread|topic)s?[/_=-]*$/i;
const pageWord =
  /(?:page|pg|p|seite|pagina|página|strona|strana|stranica|sayfa|sida|side|sivu|blatt|pag|start|offset)$/i;

/** Returns the relation of `target` to `current`. Undefined unless both are pages of the same list. */
export function addressStep(current: URL, target: URL): AddressStep | undefined {
  if (bareHost(current.hostname) !== bareHost(target.hostname)) return undefined;
  const samePath = trimmed(current.pathname) === trimmed(target.pathname);
  if (!samePath) return [...changed(current, target)].length === 0 ? pathStep(current, target) : undefined;
  const names = changed(current, target);
  const [name] = names;
  // Allows a second parameter to differ, because another parameter often changes together with the page number or
  // offset.
  return name !== undefined && names.length <= 2
    ? strongest(names.map((one) => queryStep(one, current, target)))
    : undefined;
}

const strongest = (steps: readonly (AddressStep | undefined)[]): AddressStep | undefined =>
  (['successor', 'other-page', 'cursor'] as const).find((step) => steps.includes(step));

const trimmed = (path: string): string => path.replace(/(?:index|default)\.\w{3,5}$/i, '').replace(/(?<!\/)\/+$/, '');

/** Returns the names of the query parameters that differ between two URLs. */
function changed(current: URL, target: URL): readonly string[] {
  const names = new Set([...current.searchParams.keys(), ...target.searchParams.keys()]);
  return [...names].filter((name) => current.searchParams.get(name) !== target.searchParams.get(name));
}

function queryStep(name: string, current: URL, target: URL): AddressStep | undefined {
  const [from, to] = [current.searchParams.get(name), target.searchParams.get(name)];
  if (to === null || to === '') return undefined;
  if (!/^\d{1,7}$/.test(to)) return cursorName.test(name) ? 'cursor' : undefined;
  const number = Number(to);
  const before = from !== null && /^\d{1,7}$/.test(from) ? Number(from) : undefined;
  if (counterName.test(name)) {
    const isNext = before === undefined ? number === 2 || number === 1 : number === before + 1;
    return isNext ? 'successor' : 'other-page';
  }
  if (offsetName.test(name)) return number > (before ?? 0) ? 'successor' : 'other-page';
  if (cursorName.test(name)) return 'cursor';
  return before !== undefined && number === before + 1 && !thingWord.test(name) ? 'successor' : undefined;
}

/** A path split at its last number. */
interface Numbered {
  readonly before: string;
  readonly number: number;
  readonly after: string;
}

function numbered(path: string): Numbered | undefined {
  const found = /^(.*?)(\d{1,6})([^\d/]{0,8}\/?)$/.exec(path);
  if (!found) return undefined;
  const [, before = '', number = '', after = ''] = found;
  return { before, number: Number(number), after: after.replace(/\/$/, '') };
}

function pathStep(current: URL, target: URL): AddressStep | undefined {
  const to = numbered(target.pathname);
  if (!to || thingWord.test(to.before)) return undefined;
  const from = numbered(current.pathname);
  if (from && from.before === to.before && from.after === to.after) {
    return to.number === from.number + 1 ? 'successor' : 'other-page';
  }
  if (!isFirstPage(current.pathname, to)) return undefined;
  return to.number === 2 ? 'successor' : 'other-page';
}

/** True if a path equals the numbered path without its number, e.g. `/news` for `/news/page/2`. */
function isFirstPage(path: string, { before, after }: Numbered): boolean {
  const base = before.replace(/(?<![/_=.;-])[/_=.;-]+$/, '');
  const stem = pageWord.test(base) ? base.replace(pageWord, '').replace(/(?<![/_=.;-])[/_=.;-]+$/, '') : base;
  const plain = trimmed(path.endsWith(after) && after !== '' ? path.slice(0, -after.length) : path);
  return [base, stem].some((one) => plain === trimmed(one) || plain === `${trimmed(one)}/index`);
}

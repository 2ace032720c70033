import type { MeasuredPage } from './measured-page';
import type { Unit } from './segment';
import { HEADING_TAGS } from './tags';

/** What sites write above links to other pages of theirs, and above nothing else. */
const HEADINGS = new RegExp(
  [
    /^related( (posts?|articles?|news|products?|items?|pages?|content|resources?|stories|videos?|reading|links|topics|searches))?$/,
    /^(you )?(may|might) also (like|enjoy|be interested)( in)?( these)?$|^more (stories|articles|posts|news) (for you|like this|from .+)$|^more (like this|from .+)$/,
    /^(customers|people|others|readers|shoppers)( who \w+ this( item)?)? also (bought|viewed|liked?|read|purchased|searched( for)?|ask|asked)$/,
    /^(recently viewed|recommended|similar)( (for you|items|products|articles|posts|stories|reading))?$|^recommended by our editors$/,
    /^(most (read|popular|viewed|shared)|popular (posts|articles)|trending( now| topics| stories)?|read (next|also|more)|up next)$/,
    /^(mehr zum thema|lesen sie auch|auch interessant|passend dazu|zuletzt angesehen|meistgelesen|das könnte (sie|dich|ihnen|dir) auch .+)$/,
    /^(ähnliche|weitere|verwandte) (artikel|beiträge|produkte|themen|meldungen|nachrichten)$|^kunden (kauften|kaufen|sahen|haben) .*auch.*$/,
    /^(à lire aussi|lire aussi|vous aimerez aussi|vous pourriez aussi aimer|(articles|produits) (similaires|liés|associés)|sur le même (sujet|thème))$/,
    /^((artículos|productos|noticias|entradas) relacionad[ao]s|también te puede (interesar|gustar)|te puede interesar|lee también)$/,
    /^((articoli|prodotti) correlati|potrebbe interessarti( anche)?|leggi anche|(artigos|produtos|notícias) relacionad[ao]s|le[ir]a também|veja também)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const MOST_CHARS = 60;
/** The links of a section are no rare words in paragraphs. */
const MIN_LINKED = 0.3;
const MOST_PROSE = 0.3;
/** A heading may stand in boxes of its own, beside a link to all there is. */
const MOST_BOXES = 3;
const MOST_BESIDE_HEADING = 3;

/** Per unit 1 in sections that lead to other pages of the site, by what their heading says: their heading and all up to the next. */
export function relatedSections(page: MeasuredPage): Uint8Array {
  const { units } = page.segments;
  const isRelated = new Uint8Array(units.length);
  for (let i = 0; i < units.length; i++) {
    const level = levelOf(page, units[i] as Unit);
    if (level < 2 || !saysRelated(page, units[i] as Unit)) continue;
    isRelated.fill(1, i, endOfSection(page, i, level));
  }
  return isRelated;
}

function saysRelated({ segments: { blocks } }: MeasuredPage, { firstBlock, endBlock }: Unit): boolean {
  let chars = 0;
  for (let i = firstBlock; i < endBlock; i++) chars += blocks[i]?.chars ?? 0;
  if (chars > MOST_CHARS) return false;
  const text = blocks
    .slice(firstBlock, endBlock)
    .map((block) => block.text)
    .join(' ');
  if (text.length > MOST_CHARS) return false;
  const said = text.replace(EDGES, '').toLowerCase();
  return HEADINGS.test(said);
}

/** The unit after a section, which ends where the box around it does; the heading itself where no links stand below it. */
function endOfSection(page: MeasuredPage, start: number, level: number): number {
  const { elements, units } = page.segments;
  const from = units[start]?.endBlock ?? 0;
  let box = units[start]?.element ?? 0;
  for (let step = 0; step < MOST_BOXES; step++) {
    box = page.wider[box] ?? 0;
    const end = nextHeading(page, start, level, elements[box]?.endBlock ?? 0);
    const to = units[end - 1]?.endBlock ?? from;
    if (page.wordsBetween(from, to) <= MOST_BESIDE_HEADING) continue;
    const isOfLinks = page.linkShareBetween(from, to) >= MIN_LINKED && page.proseShareBetween(from, to) <= MOST_PROSE;
    return isOfLinks ? end : start;
  }
  return start;
}

/** The unit after those below a heading: at the end of a box, or at the next heading that is not one of a card. */
function nextHeading(page: MeasuredPage, start: number, level: number, endBlock: number): number {
  const { units } = page.segments;
  let end = start + 1;
  for (; end < units.length; end++) {
    const unit = units[end] as Unit;
    const isHeading = levelOf(page, unit) > 0 && levelOf(page, unit) <= level;
    if (unit.endBlock > endBlock || (isHeading && (page.item[unit.element] ?? -1) < 0)) break;
  }
  return end;
}

const levelOf = ({ segments: { elements } }: MeasuredPage, { element }: Unit): number =>
  HEADING_TAGS.indexOf(elements[element]?.node.name ?? '') + 1;

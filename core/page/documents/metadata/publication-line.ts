import lexicon from '../../../../resources/lexicon/concepts.json';
import { words } from '../../../common/values/words';
import { type DateStyle, findDay } from './dates';
import { daysOfRange } from './day-ranges';
import { weekdayPattern } from './weekdays';

const labelsOf = (wanted: string): readonly string[] =>
  words(
    Object.values(lexicon)
      .flat()
      .find(({ id }) => id === wanted)?.labels ?? '',
  );
// Labels that are excluded below, because they may also introduce the date of an event, e.g. `Date`.
const ofEvents = new Set(labelsOf('startDate'));
const label = labelsOf('datePublished')
  .filter((one) => !ofEvents.has(one))
  .sort((a, b) => b.length - a.length)
  .join('|');
let weekdayAtEnd: RegExp | undefined;
/** A label before a date. Up to four words may precede the label, e.g. `This page was first published on`. */
const LABEL = new RegExp(
  `^\\P{L}*(?:(?:\\p{L}+\\s){0,4}?(?:${label})(?!\\p{L})\\P{L}*)?(?:(?:on|the|am|vom|den|le|el|il|em|op|dnia)\\s)?\\P{L}*$`,
  'iu',
);
/** A byline with the author's name, e.g. `Written by Ada Holm`. */
export const BY =
  /^(?:(?:written|posted|published|story|words|text|started)\s+)?(?:by|von|por|par|di|door|av|af|authors?|contributors?|autor(?:in)?)(?:\s*:\s*|\s+)(\p{Lu}.{1,100})$/iu;
const EDIT =
  /^\P{L}*(?:(?:last|zuletzt|dernière|última|ultima|laatst|senast)\s)?(?:edited|edit by|modified|bearbeitet|geändert|modifiée? |édité|editado|modificado|modificato|bewerkt|gewijzigd|edytowan|redigerat|redigeret|изменено|отредактировано|編集(?!部|長|者)|编辑|수정)/iu;
const WRITTEN =
  /(?<!\p{L})(?:answered|asked|posted|written|created|beantwortet|gefragt|geschrieben|erstellt|répondu|posée?|respondid[ao]|preguntad[ao])(?!\p{L})/iu;
/** Maximum length of a note about an edit, in characters. */
export const MAX_EDIT = 100;
/** True for a note such as `edited Jun 9 by Ada Holm`, which names neither the author nor the publication date. */
export const isEditNote = (text: string): boolean => text.length <= MAX_EDIT && EDIT.test(text) && !WRITTEN.test(text);
const SEPARATOR = /[|·•⋅∙‧–—,;()[\]»›]/u;

/**
 * True for a line with a publication date. The date is alone on the line, or follows an author or a label such as
 * "Published on". False for a date range.
 */
export function statesPublication(line: string, style: DateStyle): boolean {
  if (daysOfRange(line, style)) return false;
  weekdayAtEnd ??= new RegExp(`(?<!\\p{L})${weekdayPattern()}\\P{L}*$`, 'iu');
  const before = beforeDay(line, style).replace(weekdayAtEnd, '').split(SEPARATOR).at(-1) ?? '';
  return LABEL.test(before) || BY.test(before.trim());
}

/** Returns the text before the first date in a line. */
function beforeDay(line: string, style: DateStyle): string {
  const day = findDay(line, style);
  let start = 0;
  for (const { index } of line.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}'’]/gu)) {
    if (findDay(line.slice(index), style) !== day) break;
    start = index;
  }
  return line.slice(0, start);
}

import { weekdayPattern } from '../../../documents/metadata/weekdays';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';
import { parseDay } from '../values/dates';

const LABEL = /(?:zeiten|hours|times|horaires?|horarios?|orari|horários?|tijden|godziny.*|tider)$|時間$/iu;
const maxRow = 80;
const HOURS = /\d\s?(?:[:.h]\d\d)?\s?(?:h|uhr|[ap]\.?m\.?)?\s?(?:[-–—]|à|to|bis|a|alle|till|tot|às|do)\s?\d/iu;
const BEFORE_DAYS = '(?:du|le|von|vom|from|open|de|da|dal|van|od|alla|täglich|geöffnet)';

/** Returns a line that consists of a range of weekdays with their hours, e.g. `Du lundi au vendredi de 8h à 19h`. */
export function hourLines({ view, place }: Evidence): readonly Sighting[] {
  const range = new RegExp(
    `^(?:${BEFORE_DAYS}\\s)?${weekdayPattern()}\\.?\\s?(?:[-–—]|to|bis|au|a|al|à|tot|do|till)\\s?${weekdayPattern()}(?!\\p{L})`,
    'iu',
  );
  return view.lines.flatMap(({ text, node, flags }): readonly Sighting[] => {
    if (text.length > maxRow || flags & (flag.related | flag.navigation | flag.review)) return [];
    if (!range.test(text) || !HOURS.test(text) || parseDay(text, place.dates) !== undefined) return [];
    return [{ raw: text, weight: 0.4, kind: 'text', node, excerpt: excerptOf(text) }];
  });
}

/** Returns the lines with weekdays and times below a short label such as `Workshop hours`, joined by commas. */
export function hoursBelowLabel({ view }: Evidence): readonly Sighting[] {
  const starts = new RegExp(`^${weekdayPattern()}(?!\\p{L})`, 'iu');
  return view.lines.flatMap(({ text, node, flags }, at): readonly Sighting[] => {
    if (text.length > 40 || flags & (flag.related | flag.navigation) || !LABEL.test(text.replace(/\s?[:：]$/, '')))
      return [];
    const rows: string[] = [];
    for (const line of view.lines.slice(at + 1, at + 9)) {
      if (line.text.length > maxRow || !starts.test(line.text) || !/\d/.test(line.text)) break;
      rows.push(line.text);
    }
    const raw = rows.join(', ');
    return rows.length < 2 ? [] : [{ raw, weight: 0.6, kind: 'label', node, excerpt: excerptOf(raw) }];
  });
}

import { weekdayPattern } from '../../../documents/metadata/weekdays';
import { inLines, inSentences, type LineRule } from '../find/in-lines';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { parseDay } from '../values/dates';

const LABEL = /(?:zeiten|hours|times|horaires?|horarios?|orari|horários?|tijden|godziny.*|tider)$|時間$/iu;
const maxRow = 80;
const away = flag.related | flag.navigation;
const HOURS = /\d\s?(?:[:.h]\d\d)?\s?(?:h|uhr|[ap]\.?m\.?)?\s?(?:[-–—]|à|to|bis|a|alle|till|tot|às|do)\s?\d/iu;
const BEFORE_DAYS = '(?:du|le|von|vom|from|open|de|da|dal|van|od|alla|täglich|geöffnet)';

const CLOSED =
  /(?<!\p{L})(?:closed(?: on)?|ruhetag|geschlossen|fermé|cerrado|chius[oi]|fechado|encerrado|gesloten|zamknięte|nieczynne|stängt)(?!\p{L})/iu;

/** Returns the weekdays in a statement such as `Closed Monday and Tuesday`, joined by commas. */
export function closedDays(evidence: Evidence): readonly Sighting[] {
  const weekday = new RegExp(`(?<!\\p{L})${weekdayPattern()}s?(?!\\p{L})`, 'giu');
  const rule: LineRule = { maxChars: 800, away: OUTSIDE & ~flag.footer, needs: CLOSED, weight: 0.5 };
  return inSentences(evidence, rule, (sentence) => {
    const isShort = sentence.length <= 80 && !/\d/.test(sentence) && CLOSED.test(sentence);
    return isShort ? sentence.match(weekday)?.join(', ') : undefined;
  });
}

/** Returns lines that consist of a range of weekdays and the hours, e.g. `Du lundi au vendredi de 8h à 19h`. */
export function hourLines(evidence: Evidence): readonly Sighting[] {
  const range = new RegExp(
    `^(?:${BEFORE_DAYS}\\s)?${weekdayPattern()}\\.?\\s?(?:[-–—]|to|bis|au|a|al|à|tot|do|till)\\s?${weekdayPattern()}(?!\\p{L})`,
    'iu',
  );
  return inLines(evidence, { maxChars: maxRow, away: away | flag.review, needs: range, weight: 0.4 }, (text) =>
    HOURS.test(text) && parseDay(text, evidence.place.dates) === undefined ? text : undefined,
  );
}

/** Returns the lines with weekdays and times below a short label such as `Workshop hours`, joined by commas. */
export function hoursBelowLabel({ view }: Evidence): readonly Sighting[] {
  const starts = new RegExp(`^${weekdayPattern()}(?!\\p{L})`, 'iu');
  return inLines({ view }, { maxChars: 40, away, weight: 0.6, kind: 'label' }, (text, _, at) => {
    if (!LABEL.test(text.replace(/\s?[:：]$/, ''))) return [];
    const rows: string[] = [];
    for (const line of view.lines.slice(at + 1, at + 9)) {
      if (line.text.length > maxRow || !starts.test(line.text) || !/\d/.test(line.text)) break;
      rows.push(line.text);
    }
    const raw = rows.join(', ');
    return rows.length < 2 ? [] : { raw, excerpt: excerptOf(raw) };
  });
}

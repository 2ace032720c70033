import { weekdayPattern } from '../../../documents/metadata/weekdays';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag } from '../page/flags';

const LABEL = /(?:zeiten|hours|times|horaires?|horarios?|orari|horários?|tijden|godziny.*|tider)$|時間$/iu;
const maxRow = 80;

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

import { factTexts } from '../find/short-facts';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';

const HOURS = '\\d{1,2}\\s?(?:h|hrs?|hours?|std\\.?|stunden|heures?|horas?|ore|uur|godz\\.?|tim)';
const MINUTES = '\\d{1,3}\\s?(?:min|mins|minutes?|minuten|minutos|minuti|minut(?:er|y)?)\\.?';
/** Matches a text with minutes. Hours alone may be a time of day, e.g. `20 h`. */
const LENGTH = new RegExp(`^(?:${HOURS}\\s?)?${MINUTES}$`, 'iu');
const linesBelow = 5;

/** Returns the running time of an episode or a film from the facts below its headline, e.g. `19 March · 47 min`. */
export const runningTimes = ({ view }: Evidence): readonly Sighting[] =>
  view.lines
    .slice(view.headlineAt + 1, view.headlineAt + linesBelow)
    .flatMap(({ text, node, flags }): readonly Sighting[] => {
      const facts = flags & (OUTSIDE | flag.review) ? [] : factTexts(text);
      const raw = facts.length < 2 ? undefined : facts.find((fact) => LENGTH.test(fact));
      return raw === undefined ? [] : [{ raw, weight: 0.45, kind: 'text', node, excerpt: excerptOf(text) }];
    });

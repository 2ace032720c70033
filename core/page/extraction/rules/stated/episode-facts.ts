import { inLines } from '../find/in-lines';
import { metadataFact } from '../find/page-finders';
import { factTexts } from '../find/short-facts';
import type { Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';

const HOURS = '\\d{1,2}\\s?(?:h|hrs?|hours?|std\\.?|stunden|heures?|horas?|ore|uur|godz\\.?|tim)';
const MINUTES = '\\d{1,3}\\s?(?:min|mins|minutes?|minuten|minutos|minuti|minut(?:er|y)?)\\.?';
/** Matches a duration that includes minutes. Hours alone may be a time of day, e.g. `20 h`. */
const LENGTH = new RegExp(`^(?:${HOURS}\\s?)?${MINUTES}$`, 'iu');
/** Words that indicate a text to read. Next to such a word, minutes are the reading time rather than a running time. */
const READ =
  /(?<!\p{L})(?:words|wörter|mots|palabras|parole|palavras|woorden|słów|ord|read|lesezeit|lecture|lectura|lettura|leitura|leestijd|czytania|lästid)(?!\p{L})/iu;
const linesBelow = 5;

/** Returns the running time of an episode or a film from the facts below its headline, e.g. `19 March · 47 min`. */
export const runningTimes = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { near: [1, linesBelow], away: OUTSIDE | flag.review, weight: 0.45 }, (text) => {
    const facts = factTexts(text);
    return facts.length < 2 || READ.test(text) ? undefined : facts.find((fact) => LENGTH.test(fact));
  });

/** Matches names of fields that request the name of a podcast or show. */
export const PODCAST = /^(?:podcast|show)(?:[ _-]?(?:name|title))?$/i;
const EPISODE = /episode|podcast|folge(?!\p{L})|épisode|episodio|episódio|aflevering|odcinek|avsnitt|第\d+回/iu;
const linesOfEpisode = 6;

/** True if lines near the headline indicate that the page is about an episode. */
const isEpisode = ({ view }: Evidence): boolean =>
  view.lines
    .slice(Math.max(0, view.headlineAt - linesOfEpisode), view.headlineAt + linesOfEpisode)
    .some(({ text, flags }) => text.length <= 200 && !(flags & flag.navigation) && EPISODE.test(text));

/** Returns the site name if the page is about an episode. */
export const podcasts = (evidence: Evidence): readonly Sighting[] =>
  isEpisode(evidence) ? metadataFact(evidence, 'siteName', 0.5) : [];

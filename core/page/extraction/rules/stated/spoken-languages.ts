import { excerptOf, type ListSighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';

const SPOKEN =
  /(?<!\p{L})(?:we speak|spoken languages?:|languages spoken:|wir sprechen|gesprochene sprachen:|on parle|nous parlons|langues parlées ?:|se habla|hablamos|idiomas:|si parla(?:no)?|parliamo|lingue parlate:|fala-se|falamos|wij spreken|gesproken talen:|mówimy po|języki:|vi talar|språk:)\s([^.!?]{3,120})/iu;
const BETWEEN = /,\s|\s(?:and|und|et|y|e|en|i|och)\s/u;
const weight = 0.5;

/** Returns the languages in a sentence such as `We speak English, French and Dutch`. */
export const spokenLanguages = ({ view }: Evidence): readonly ListSighting[] =>
  view.lines.flatMap(({ text, node, flags }): readonly ListSighting[] => {
    const said = text.length > 800 || flags & (OUTSIDE | flag.review) ? undefined : SPOKEN.exec(text)?.[1];
    const entries = (said ?? '')
      .split(BETWEEN)
      .filter((one) => /^\p{L}{4,20}$/u.test(one))
      .map((raw) => ({ raw, weight, kind: 'text' as const, node, excerpt: excerptOf(text) }));
    return entries.length > 1 ? [{ entries, weight }] : [];
  });

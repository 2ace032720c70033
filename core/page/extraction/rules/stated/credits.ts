import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';

const CREDIT =
  /(?<!\p{L})(?:photo(?:s|graphs?|graphy|graphed)?|picture|image|fotos?|fotografie|fotografía|fotografia|bild(?:er)?|zdjęci[ea]|crédit photo|foto[- ]?credits?)(?:\scredit)?\s?(?:[:：]|by|von|par|por|di|door|av|przez)\s?(?:©\s?)?(\p{Lu}[\p{L}.’'-]*(?:\s(?:(?:van|von|der|de|del|da|di|du|la|le)\s){0,2}\p{Lu}[\p{L}.’'-]*){1,3})/iu;
const maxLine = 300;

/** Returns the photographers named in captions and credit lines, e.g. `The bridge. Photograph: Idris Pell`. */
export const photographers = ({ view }: Evidence): readonly Sighting[] =>
  view.lines.slice(Math.max(0, view.headlineAt - 3)).flatMap(({ text, node, flags }): readonly Sighting[] => {
    if (text.length > maxLine || flags & (OUTSIDE | flag.review)) return [];
    const found = CREDIT.exec(text)?.[1];
    const raw = found && /^\p{Lu}/u.test(found) ? found.replace(/\.$/, '') : undefined;
    return raw === undefined ? [] : [{ raw, weight: 0.6, kind: 'label', node, excerpt: excerptOf(text) }];
  });

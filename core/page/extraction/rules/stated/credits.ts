import { inLines } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';

const CREDIT =
  /(?<!\p{L})(?:photo(?:s|graphs?|graphy|graphed)?|picture|image|fotos?|fotografie|fotografía|fotografia|bild(?:er)?|zdjęci[ea]|crédit photo|foto[- ]?credits?)(?:\scredit)?\s?(?:[:：]|by|von|par|por|di|door|av|przez)\s?(?:©\s?)?(\p{Lu}[\p{L}.’'-]*(?:\s(?:(?:van|von|der|de|del|da|di|du|la|le)\s){0,2}\p{Lu}[\p{L}.’'-]*){1,3})/iu;

/** Returns the photographers named in captions and credit lines, e.g. `The bridge. Photograph: Idris Pell`. */
export const photographers = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { near: [-3], maxChars: 300, away: OUTSIDE | flag.review, weight: 0.6, kind: 'label' }, (text) => {
    const name = CREDIT.exec(text)?.[1] ?? '';
    return /^\p{Lu}/u.test(name) ? name.replace(/\.$/, '') : undefined;
  });

import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';

const weight = 0.45;
const maxLine = 1200;
const AGE = /^(?:age|alter|edad|âge|età|idade|leeftijd|wiek|ålder)$/i;
const SPOUSE = /^(?:spouse|husband|wife|married[ _-]?to|ehepartner|conjoint|cónyuge|coniuge)$/i;
const YEAR_BUILT = /^(?:year[ _-]?(?:built|of[ _-]?construction)|construction[ _-]?year|built(?:[ _-]?in)?)$/i;
const AGED =
  /(?<!\p{L})(?:aged|at the age of|im alter von|à l[’']âge de|a la edad de|all[’']età di|com a idade de|op|w wieku)\s(\d{1,3})(?:(?<=op\s\d{1,3})-jarige leeftijd|(?<!op\s\d{1,3})(?:\s(?:years?|jahren?|ans|años|anni|anos|lat))?)(?=[\s,.;)]|$)|(?<![\d.,])(\d{1,3}) år gammal/iu;
const NAME = "\\p{Lu}[\\p{L}’'-]+(?:\\s\\p{Lu}[\\p{L}’'-]+){1,2}";
const MARRIED = new RegExp(
  `(?<!\\p{L})(?:(?:[Mm]arried|wed)(?:\\sto)?|(?:[Vv]erheiratet|verheiratete sich) mit|heiratete|(?:marié|mariée) à|épousa|se casó con|casad[oa] con|sposò|sposat[oa] con|casou com|casad[oa] com|trouwde met|getrouwd met|poślubiła?|gift med|gifte sig med)\\s(${NAME})`,
  'u',
);
const BUILT =
  /(?<!\p{L})(?:built|constructed|erected|completed|erbaut|gebaut|errichtet|construite?|bâtie?|construid[oa]|construíd[oa]|costruit[oa]|edificat[oa]|gebouwd|zbudowan[yae]|wybudowan[yae]|byggdes?|byggt)\s(?:(?:in|around|im jahr|en|nel|em|w|år|about|um|vers|hacia)\s){0,2}((?:1\d|20)\d\d)(?!\d)|(?<!\d)((?:1\d|20)\d\d)\s(?:erbaut|gebaut|errichtet|gebouwd|byggdes)(?!\p{L})/iu;

/** Returns the age or spouse of a person, or the year in which a building was built, from sentences. */
export function lifeFacts({ name, kind }: Field, evidence: Evidence): readonly Sighting[] {
  if (AGE.test(name) && kind !== 'boolean') return matches(evidence, AGED);
  if (SPOUSE.test(name) && kind === 'string') return matches(evidence, MARRIED);
  return YEAR_BUILT.test(name) ? matches(evidence, BUILT) : [];
}

const matches = ({ view }: Evidence, pattern: RegExp): readonly Sighting[] =>
  view.lines.slice(view.headlineAt).flatMap(({ text, node, flags }): readonly Sighting[] => {
    const found = text.length > maxLine || flags & (OUTSIDE | flag.review) ? undefined : pattern.exec(text);
    const raw = found?.[1] ?? found?.[2];
    return raw === undefined ? [] : [{ raw, weight, kind: 'text', node, excerpt: excerptOf(text) }];
  });

import { inLines, type LineRule } from '../find/in-lines';
import type { Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import type { Field } from '../schema/field';

const rule: LineRule = { near: [0], maxChars: 1200, away: OUTSIDE | flag.review, weight: 0.45 };
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
  if (AGE.test(name) && kind !== 'boolean') return inLines(evidence, rule, AGED);
  if (SPOUSE.test(name) && kind === 'string') return inLines(evidence, rule, MARRIED);
  return YEAR_BUILT.test(name) ? inLines(evidence, rule, BUILT) : [];
}

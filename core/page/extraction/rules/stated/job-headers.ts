import { isEmploymentType } from '../find/job-facts';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';

const TITLE_PARTS = /\s[|–—•·»]\s|\s-\s/;
const BETWEEN = /\s?[|·•]\s|,\s/u;
const nearLines = 6;
const WORKPLACE =
  /^(?:fully\s)?(?:remote|hybrid|on-?site|in[- ]office|vor ort|hybride|télétravail|sur site|présentiel|híbrid[oa]|presencial|remot[oa]|ibrid[oa]|in sede|da remoto|op locatie|thuiswerk|hybrydow[aoy]|zdaln[aey]|stacjonarn[aey]|(?:praca|arbeit|travail|trabajo|lavoro|trabalho)\s(?:stacjonarna|hybrydowa|zdalna|remoto|ibrido|híbrido)|distans|på plats|hybridarbete)$/iu;

/** Returns the short lines below the headline, up to the next heading. */
const header = ({ view }: Evidence) =>
  view.lines
    .slice(view.headlineAt + 1, view.headlineAt + 1 + nearLines)
    .filter(({ text, flags }) => text.length <= 100 && !(flags & (OUTSIDE | flag.form)));

/** Returns the employer in a line below the headline that is also a part of the page title. */
export const employersBelow = (evidence: Evidence): readonly Sighting[] => {
  const [, ...parts] = String(evidence.metadata.title ?? '')
    .split(TITLE_PARTS)
    .map((part) => part.trim());
  return header(evidence).flatMap(({ text, node }): readonly Sighting[] =>
    parts.includes(text) && text !== evidence.title
      ? [{ raw: text, weight: 0.5, kind: 'text', node, excerpt: excerptOf(text) }]
      : [],
  );
};

/** Returns the town beside the employment type in a line below the headline, e.g. `Full-time · Leeds`. */
export const townsBelow = (evidence: Evidence): readonly Sighting[] =>
  header(evidence).flatMap(({ text, node }) => {
    const parts = text.split(BETWEEN).map((part) => part.trim());
    const others = parts.filter((part) => !isEmploymentType(part) && !CONTRACT.test(part));
    const [town = ''] = others;
    return others.length === 1 && parts.length > 1 && /^\p{Lu}[\p{L}'’ .-]{1,40}$/u.test(town)
      ? [{ raw: town, weight: 0.45, kind: 'text' as const, node, excerpt: excerptOf(text) }]
      : [];
  });

const CONTRACT =
  /^(?:festanstellung|unbefristet|befristet|permanent|temporary|fixed[- ]term|cdi|cdd|indefinido|temporal|indeterminato|determinato|efetivo|vast|tijdelijk|umowa o pracę|tillsvidare|visstid|\p{L}*ausbildung)$/iu;

/** Returns `Hybrid`, `Remote` or a similar word that is alone in a line below the headline. */
export const workplaceTypes = (evidence: Evidence): readonly Sighting[] =>
  header(evidence)
    .filter(({ text }) => WORKPLACE.test(text))
    .map(({ text, node }) => ({ raw: text, weight: 0.5, kind: 'text', node, excerpt: excerptOf(text) }));

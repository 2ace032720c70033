import { inLines, type LineRule } from '../find/in-lines';
import { isEmploymentType } from '../find/job-facts';
import { TITLE_PARTS } from '../find/page-finders';
import { excerptOf, type Sighting } from '../find/sighting';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';

const BETWEEN = /\s?[|·•]\s|,\s/u;
const WORKPLACE =
  /^(?:fully\s)?(?:remote|hybrid|on-?site|in[- ]office|vor ort|hybride|télétravail|sur site|présentiel|híbrid[oa]|presencial|remot[oa]|ibrid[oa]|in sede|da remoto|op locatie|thuiswerk|hybrydow[aoy]|zdaln[aey]|stacjonarn[aey]|(?:praca|arbeit|travail|trabajo|lavoro|trabalho)\s(?:stacjonarna|hybrydowa|zdalna|remoto|ibrido|híbrido)|distans|på plats|hybridarbete)$/iu;

/** Selects short lines below the headline. */
const header: LineRule = { near: [1, 7], maxChars: 100, away: OUTSIDE | flag.form, weight: 0.5 };

const partsOfTitle = ({ metadata }: Pick<Evidence, 'metadata'>): readonly string[] =>
  String(metadata.title ?? '')
    .split(TITLE_PARTS)
    .map((part) => part.trim());

/**
 * Returns the parts of the page title, except the job title, that share a word with the domain of an email address on
 * the page. Such a part is the employer, whereas the last part of a title is often the name of a job board.
 */
export const employersByEmail = ({ view, metadata, title }: Evidence): readonly Sighting[] => {
  const domains = view.lines.flatMap(({ text }) => text.match(/@[\w.-]+\.\w+/g) ?? []).map(plain);
  return partsOfTitle({ metadata })
    .filter((part) => !part.includes(title) && !title.includes(part))
    .filter((part) =>
      plain(part)
        .split(' ')
        .some((word) => word.length > 4 && domains.some((one) => one.includes(word))),
    )
    .map((raw) => ({ raw, weight: 0.42, kind: 'meta', node: undefined, excerpt: excerptOf(String(metadata.title)) }));
};

/** Returns a text in lower case without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the employer from a line below the headline. The employer must also be a part of the page title. */
export const employersBelow = (evidence: Evidence): readonly Sighting[] => {
  const [, ...parts] = partsOfTitle(evidence);
  return inLines(evidence, header, (text) => (parts.includes(text) && text !== evidence.title ? text : undefined));
};

/** Matches digits. Parts of a line that contain digits state pay, working hours or a contract period. */
const FIGURES = /\d/;

/**
 * Returns the town from a line below the headline: next to the employment type or pay, e.g. `Full-time · Leeds`, or
 * before a region in brackets if the town is also a part of the page title.
 */
export const townsBelow = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { ...header, weight: 0.45 }, (text) => {
    const parts = text.split(BETWEEN).map((part) => part.trim());
    const others = parts.filter((part) => !isEmploymentType(part) && !CONTRACT.test(part) && !FIGURES.test(part));
    const [bare = ''] = text.split(/\s\(/);
    const isTitled = bare !== text && partsOfTitle(evidence).includes(bare);
    const town = isTitled ? bare : others.length === 1 && parts.length > 1 ? (others[0] ?? '') : '';
    return /^\p{Lu}[\p{L}'’ .-]{1,40}$/u.test(town) && !WORKPLACE.test(town) ? town : undefined;
  });

/** Returns the contract type from a line below the headline that contains nothing else, e.g. `Permanent`. */
export const contractTypes = (evidence: Evidence): readonly Sighting[] =>
  inLines(evidence, { ...header, weight: 0.56 }, CONTRACT);

const CONTRACT =
  /^(?:festanstellung|unbefristet|befristet|permanent|temporary|fixed[- ]term|cdi|cdd|indefinido|temporal|indeterminato|determinato|efetivo|vast|tijdelijk|umowa o pracę|tillsvidare|visstid|\p{L}*ausbildung)$/iu;

/** Returns `Hybrid`, `Remote` or a similar word that is alone on a line below the headline. */
export const workplaceTypes = (evidence: Evidence): readonly Sighting[] => inLines(evidence, header, WORKPLACE);

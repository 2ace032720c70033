import type { Element } from 'domhandler';
import { openingPost } from '../lists/posts';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { findElements, textOf } from '../page/text-of';
import type { Field } from '../schema/field';
import { namesInText } from '../stated/organization-names';
import { bylines } from './bylines';
import { legalNames } from './firm-facts';
import { isAboutJob } from './nature';
import { ownerOfSite } from './page-facts';
import { describesPerson, employers, isAboutPerson, OF_JOBS } from './person-facts';
import { excerptOf, type Sighting } from './sighting';

/**
 * Contact fields. In a schema with any of these, `company` means the owner of the site. Otherwise, it may mean an
 * employer.
 */
const CONTACTS = new Set(['phone', 'email', 'address', 'openingHours', 'fax', 'vatId', 'website']);

/** True for a schema that requests contact data of a firm. */
export const describesFirm = (siblings: readonly Field[]): boolean =>
  siblings.some(({ concept }) => CONTACTS.has(concept?.id ?? ''));

/** A byline with at least this weight is near the headline, which is typical of articles. */
const sureByline = 0.6;

/**
 * Returns company names that have no label. On a page about a person or job, the company is the employer, never the
 * site owner. Elsewhere, it is the site owner if the schema also requests contact data.
 */
export function companies(evidence: Evidence, siblings: readonly Field[]): readonly Sighting[] {
  // A forum's owner is not the subject of its threads.
  if (openingPost(evidence) !== undefined) return [];
  if (describesPerson(siblings) || isAboutPerson(evidence)) return employers(evidence);
  if (siblings.some(({ concept }) => OF_JOBS.has(concept?.id ?? '')) || isAboutJob(evidence))
    return hiringCompanies(evidence);
  // An article does not describe the company that publishes it.
  const isArticle = bylines(evidence).some(({ weight }) => weight >= sureByline);
  return describesFirm(siblings) && !isArticle
    ? [...ownerOfSite(evidence), ...legalNames(evidence), ...namesInText(evidence)]
    : [];
}

const WORD = "\\p{Lu}[\\p{L}\\d&.'’-]*";
const COMPANY = `${WORD}(?:\\s(?:&|and|und|et|y|of|de|${WORD})){0,4}`;
/** Words after `About` in a heading that are not a company name, e.g. `us` or `the role`. */
const NO_COMPANY =
  /^(?:us|you|me|this|our|your|uns|dich|sie|den|dein|ihre?|nous|vous|notre|votre|nosotros|ti|noi|te|nós|você|ons|jou|(?:the |die |den |la |il |de )?(?:position|role|job|team|stelle|poste|puesto|ruolo|rolle))(?!\p{L})/iu;
const ABOUT = new RegExp(
  `^(?:[Aa]bout|[Üü]ber|[ÀàAa]\\s[Pp]ropos\\sd(?:e\\s|[’'])|[Ss]obre|[Oo]ver|[Oo]m)\\s?(?:the\\s|die\\s|la\\s)?(${COMPANY})$`,
  'u',
);
/** A company that is the subject of a sentence about hiring. */
const HIRES = new RegExp(
  `^(?:(?:The|Die|Der|Das|La|Le|El|Il|De|Het)\\s)?(${COMPANY})\\s(?:is (?:currently )?(?:hiring|looking for|seeking|recruiting)|seeks|sucht|recherche|recrute|busca|cerca|zoekt|poszukuje|söker|søger)(?!\\p{L})`,
  'u',
);
/** A job title with its company, e.g. `Machinist at Acme Shipping`. */
const JOB_AT = new RegExp(`\\s(?:at|bei|chez|presso|bij|hos|@)\\s(${COMPANY})$`, 'u');
const COMPANY_PATH =
  /\/(?:compan(?:y|ies)|employers?|firm(?:a|en)|unternehmen|entreprises?|empresas?|aziende|arbeitgeber|bedrijven)\/[^/]+\/?$/iu;
const nearLines = 8;
const maxSentence = 400;
const maxName = 60;
const maxLinks = 400;

/**
 * Returns the company of a job advertisement, found in the title, in a link to the company, or in headings and
 * sentences.
 */
function hiringCompanies(evidence: Evidence): readonly Sighting[] {
  const { view, title } = evidence;
  const pageTitle = String(evidence.metadata.title ?? '');
  const lines = view.lines.filter(({ text, flags }) => text.length <= maxSentence && !(flags & OUTSIDE));
  return [
    named(JOB_AT.exec(title)?.[1], 0.45, view.headline, title),
    named(JOB_AT.exec(pageTitle)?.[1], 0.45, view.headline, pageTitle),
    ...lines.map(({ text, node, flags }) =>
      named((flags & flag.heading ? ABOUT : HIRES).exec(text)?.[1], 0.5, node, text),
    ),
    ...companyLinks(evidence),
  ].flatMap((one) => one ?? []);
}

const named = (raw: string | undefined, weight: number, node: Element | undefined, text: string) =>
  raw === undefined || NO_COMPANY.test(raw)
    ? undefined
    : ({ raw, weight, kind: 'text', node, excerpt: excerptOf(text) } satisfies Sighting);

const companyLinks = ({ view, document, base }: Evidence) =>
  findElements(document, ({ name, attribs }) => name === 'a' && attribs.href !== undefined, maxLinks).map((link) => {
    const at = view.firstLine.get(link) ?? 0;
    const text = textOf(link);
    const isNear = Math.abs(at - view.headlineAt) <= nearLines && !((view.lines[at]?.flags ?? 0) & OUTSIDE);
    const isCompany = COMPANY_PATH.test(URL.parse(link.attribs.href ?? '', base)?.pathname ?? '');
    return isNear && isCompany && text !== '' && text.length <= maxName ? named(text, 0.55, link, text) : undefined;
  });

import type { Element } from 'domhandler';
import type { Evidence } from '../page/evidence';
import { flag, OUTSIDE } from '../page/flags';
import { findElements, textOf } from '../page/text-of';
import { excerptOf, type Sighting } from './sighting';

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
export function hiringCompanies(evidence: Evidence): readonly Sighting[] {
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

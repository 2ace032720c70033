import type { Address, Attachment, Email } from 'postal-mime';
import { brokenDocument, defineParser, escapeHtml, type Metadata } from '../../core/contract/plugin';

const HEADER = /^([!-9;-~]{1,76}):[ \t]?.*$/;
const FOLDED = /^[ \t]/;
/** Common email headers. Text with at least two of them is recognized as an email message. */
const USUAL = new Set(
  'from to subject date message-id received return-path delivered-to mime-version reply-to cc sender'.split(' '),
);
const MAX_TEXT_LINES = 200_000;

/**
 * `mail`: an email message, with its subject as the title, followed by sender, recipients, date, text and attachment
 * names.
 */
export default defineParser({
  id: 'mail',
  summary: 'Reads email messages: their text and a list of attachments.',
  mediaTypes: ['message/rfc822', 'message/global'],
  extensions: ['.eml'],
  recognises: beginsAsMail,
  async parse(bytes, { url }) {
    const { default: PostalMime } = await import('postal-mime');
    const mail = await PostalMime.parse(bytes).catch((error: unknown) => {
      throw brokenDocument(url, error);
    });
    const html = [headHtml(mail), bodyHtml(mail), attachmentsHtml(mail.attachments)].filter(Boolean).join('\n');
    return { html, metadata: metadataOf(mail), warnings: warningsOf(mail) };
  },
});

/**
 * True for text that starts with at least two common email headers. All lines before the first blank line must be
 * header lines.
 */
function beginsAsMail(start: string): boolean {
  const names = new Set<string>();
  const lines = start.split(/\r?\n/);
  // The last line may be truncated, so it is skipped.
  for (const [at, line] of lines.slice(0, -1).entries()) {
    if (line === '') break;
    if (at > 0 && FOLDED.test(line)) continue;
    const name = HEADER.exec(line)?.[1]?.toLowerCase();
    if (name === undefined) return false;
    if (USUAL.has(name)) names.add(name);
  }
  return names.size >= 2;
}

const subjectOf = ({ subject }: Email): string => subject?.trim() ?? '';

function headHtml(mail: Email): string {
  const facts: readonly (readonly [string, string])[] = [
    ['From', addresses(mail.from ? [mail.from] : [])],
    ['To', addresses(mail.to)],
    ['Cc', addresses(mail.cc)],
    ['Date', mail.date ?? ''],
  ];
  const lines = facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${escapeHtml(value)}`);
  const subject = subjectOf(mail);
  const heading = subject === '' ? '' : `<h1>${escapeHtml(subject)}</h1>`;
  return heading + (lines.length > 0 ? `<p>${lines.join('<br>')}</p>` : '');
}

const addresses = (list: readonly Address[] | undefined): string => (list ?? []).map(addressText).join(', ');

function addressText({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(addressText).join(', ')}`;
  return name && address ? `${name} <${address}>` : (address ?? name);
}

/**
 * Returns the HTML part of a message. For a message without HTML, returns the plain text with its original line breaks.
 */
function bodyHtml({ html, text }: Email): string {
  if (html?.trim()) return `<div>${html}</div>`;
  const lines = (text ?? '').split(/\r?\n/).slice(0, MAX_TEXT_LINES).join('\n').trim();
  const paragraphs = lines.split(/\n[ \t]*\n/).filter((part) => part.trim() !== '');
  return paragraphs.map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br>')}</p>`).join('\n');
}

function attachmentsHtml(attachments: readonly Attachment[]): string {
  const listed = attachments.filter(({ disposition, related }) => !related || disposition === 'attachment');
  if (listed.length === 0) return '';
  const items = listed.map((one) => `<li>${escapeHtml(attachmentName(one))}</li>`);
  return `<h2>Attachments</h2><ul>${items.join('')}</ul>`;
}

function attachmentName({ filename, mimeType, content }: Attachment): string {
  const bytes = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
  return `${filename ?? 'unnamed'} (${mimeType}, ${bytes} bytes)`;
}

function metadataOf(mail: Email): Metadata {
  const facts = {
    title: subjectOf(mail),
    author: mail.from?.name || mail.from?.address,
    from: addresses(mail.from ? [mail.from] : []),
    to: addresses(mail.to),
    date: mail.date,
    publishedTime: mail.date,
  };
  return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, string] => Boolean(fact[1])));
}

function warningsOf({ attachments }: Email): readonly string[] {
  if (attachments.length === 0) return [];
  return [
    attachments.length === 1
      ? 'The email has 1 attachment, which is listed but was not read.'
      : `The email has ${attachments.length} attachments, which are listed but were not read.`,
  ];
}

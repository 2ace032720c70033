import { signedLines } from '../../../core/contract/plugin';

/** Content and recipients of an email. */
export interface EmailMessage {
  /** Empty if the event specifies no recipients. */
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** An event as passed to sinks. */
export interface EmailedEvent {
  readonly id?: string;
  readonly data?: readonly unknown[];
  readonly metadata?: { readonly recipients?: readonly string[]; readonly includeDiffs?: boolean };
  readonly error?: string | null;
}

interface Change {
  readonly key?: string;
  readonly cells?: readonly { readonly column: string; readonly before: unknown; readonly after: unknown }[];
  readonly diff?: string;
}
interface Notice {
  readonly monitor?: string;
  readonly message?: string;
  readonly added?: readonly Readonly<Record<string, unknown>>[];
  readonly removed?: readonly Readonly<Record<string, unknown>>[];
  readonly changed?: readonly Change[];
}

/** A table row: a changed field with its old and new values. */
type Line = readonly [what: string, before: string, after: string];

/** Maximum number of table rows per email, and maximum number of changed text lines per page. */
const [maxRows, maxLines] = [30, 12];
const maxCellChars = 200;

/** Returns the email for an event. The email for a monitor's event contains a sentence and a table of changes. */
export function messageOf(type: string, { id, data = [], metadata, error }: EmailedEvent): EmailMessage {
  const notice = (data[0] ?? {}) as Notice;
  const sentence = oneLine(
    notice.message ?? error ?? `${type.replace('.', ' ').replaceAll('_', ' ')}: job ${id ?? ''}`,
  );
  const all = metadata?.includeDiffs === false ? [] : linesOf(notice);
  const lines = all.slice(0, maxRows);
  const rest = all.length > maxRows ? `… and ${all.length - maxRows} more.` : '';
  const subject = oneLine(`${notice.monitor ?? 'Gleaner'}: ${sentence}`).slice(0, 150);
  const table = lines.map(([what, before, after]) => `${what}: ${before || '–'} → ${after || '–'}`);
  const text = [sentence, '', ...table, rest].join('\n').trim();
  return { recipients: metadata?.recipients ?? [], subject, text, html: htmlOf(sentence, lines, rest) };
}

function linesOf({ changed = [], added = [], removed = [] }: Notice): readonly Line[] {
  return [
    ...changed.flatMap(({ key = '', cells = [], diff = '' }) => [
      ...cells.map(({ column, before, after }): Line => [`${key} ${column}`, shown(before), shown(after)]),
      ...diffLines(diff).map(([before, after]): Line => [key, before, after]),
    ]),
    ...added.map((row): Line => [labelOf(row), '', rowText(row)]),
    ...removed.map((row): Line => [labelOf(row), rowText(row), '']),
  ];
}

/** Pairs the removed and added lines in a unified diff. */
function diffLines(diff: string): readonly (readonly [string, string])[] {
  const [removed, added] = [signedLines(diff, '-').map(shown), signedLines(diff, '+').map(shown)];
  const count = Math.min(maxLines, Math.max(removed.length, added.length));
  return Array.from({ length: count }, (_, index) => [removed[index] ?? '', added[index] ?? ''] as const);
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxCellChars);
}

const labelOf = (row: Readonly<Record<string, unknown>>): string => shown(row.url ?? Object.values(row)[0]);
const rowText = (row: Readonly<Record<string, unknown>>): string =>
  shown(
    Object.entries(row)
      .filter(([name]) => name !== 'status')
      .map(([name, value]) => `${name} ${shown(value)}`)
      .join(', '),
  );

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function htmlOf(sentence: string, lines: readonly Line[], rest: string): string {
  const cells = (name: string, texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${name} align="left">${escaped(text)}</${name}>`).join('')}</tr>`;
  const rows = [cells('th', ['What', 'Before', 'After']), ...lines.map((line) => cells('td', line))];
  const table = lines.length > 0 ? `<table border="1" cellpadding="6" cellspacing="0">${rows.join('')}</table>` : '';
  return `<p>${escaped(sentence)}</p>${table}${rest ? `<p>${escaped(rest)}</p>` : ''}`;
}

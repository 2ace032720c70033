import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { STATUS_CODES } from '../../net/engines/node-http';
import type { Batches } from '../rows/read-ahead';
import type { SelectedPage } from './selected-rows';

const pack = promisify(gzip);

/** WARC 1.1 record types used in an archive of pages. */
type RecordType = 'warcinfo' | 'request' | 'response' | 'resource' | 'conversion' | 'metadata';

interface WarcRecord {
  readonly type: RecordType;
  readonly id: string;
  readonly date: string;
  readonly contentType: string;
  readonly block: Buffer;
  /** Other named fields. */
  readonly fields?: Readonly<Record<string, string | undefined>>;
}

/** Values for the first record of a WARC file, e.g. `Gleaner/1.0.0` for `software`. */
export interface WarcFacts {
  readonly software: string;
  readonly description: string;
}

const fieldsType = 'application/warc-fields';
const textType =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:xhtml|xml|json|javascript)\b|application\/[\w.-]+\+(?:xml|json)\b)/i;
const newId = (): string => `<urn:uuid:${randomUUID()}>`;
const asText = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

/** Returns the SHA-1 digest in Base32, as is usual in WARC files. */
function digestOf(bytes: Buffer): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(createHash('sha1').update(bytes).digest(), (byte) => byte.toString(2).padStart(8, '0')).join(
    '',
  );
  return `sha1:${(bits.match(/.{5}/g) ?? []).map((five) => letters[Number.parseInt(five, 2)]).join('')}`;
}

/** Formats fields as `name: value` lines. Line breaks and control characters in values become spaces. */
const fieldLines = (fields: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value ? `${name}: ${value.replace(/\p{Cc}+/gu, ' ').trim()}\r\n` : []))
    .join('');

function serialize({ type, id, date, contentType, block, fields = {} }: WarcRecord): Buffer {
  const head = fieldLines({
    'WARC-Type': type,
    'WARC-Record-ID': id,
    'WARC-Date': date,
    ...fields,
    'WARC-Block-Digest': digestOf(block),
    'Content-Type': contentType,
    'Content-Length': String(block.length),
  });
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${head}\r\n`), block, Buffer.from('\r\n\r\n')]);
}

/** Yields a WARC 1.1 archive of pages, with each record compressed separately. */
export async function* warcFile(pages: Batches<SelectedPage>, facts: WarcFacts): AsyncGenerator<Buffer> {
  const id = newId();
  const info = { software: facts.software, format: 'WARC File Format 1.1', description: facts.description };
  const date = new Date().toISOString();
  yield pack(serialize({ type: 'warcinfo', id, date, contentType: fieldsType, block: Buffer.from(fieldLines(info)) }));
  for await (const batch of pages)
    for (const page of batch) for (const record of recordsOf(page, id)) yield pack(serialize(record));
}

/**
 * Returns the WARC records of a page: the content, a request (only if the content is a `response` record) and metadata.
 */
function recordsOf({ row, document }: SelectedPage, infoId: string): readonly WarcRecord[] {
  const { metadata, rawHtml, markdown } = document;
  const url = URL.parse(asText(metadata.url) || asText(row.values.url));
  if (!url) return [];
  url.hash = '';
  const date = isoDate(metadata.cachedAt) ?? isoDate(row.values.finishedAt) ?? new Date().toISOString();
  const shared = { date, fields: { 'WARC-Target-URI': url.href, 'WARC-Warcinfo-ID': infoId } };
  const contentType = asText(metadata.contentType);
  const hasSource = typeof rawHtml === 'string' && (contentType === '' || textType.test(contentType));
  const content = hasSource
    ? sourceRecord(document, contentType, shared)
    : typeof markdown === 'string'
      ? {
          ...shared,
          type: 'conversion' as const,
          id: newId(),
          contentType: 'text/markdown; charset=utf-8',
          block: Buffer.from(markdown),
        }
      : undefined;
  const concurrent = { ...shared.fields, 'WARC-Concurrent-To': content?.id };
  const request = { ...shared, fields: concurrent, type: 'request' as const, id: newId() };
  const records: WarcRecord[] = content ? [content] : [];
  if (content?.type === 'response')
    records.push({ ...request, contentType: 'application/http;msgtype=request', block: requestBlock(url) });
  const notes = noteOn(content?.type);
  const facts = {
    sourceURL: asText(metadata.sourceURL),
    title: asText(metadata.title),
    statusCode: asText(metadata.statusCode),
    contentType,
    rendered: asText(metadata.rendered),
    note: notes,
  };
  records.push({
    ...shared,
    fields: concurrent,
    type: 'metadata',
    id: newId(),
    contentType: fieldsType,
    block: Buffer.from(fieldLines(facts)),
  });
  return records;
}

type Shared = Pick<WarcRecord, 'date' | 'fields'>;

/** Returns the page's source as a response record, or as a resource record if the browser has changed the source. */
function sourceRecord(
  { metadata, rawHtml }: SelectedPage['document'],
  contentType: string,
  shared: Shared,
): WarcRecord {
  const payload = Buffer.from(asText(rawHtml));
  const id = newId();
  const type = `${(contentType || 'text/html').replace(/;\s*charset=[^;]*/i, '')}; charset=utf-8`;
  const fields = { ...shared.fields, 'WARC-Payload-Digest': digestOf(payload) };
  if (metadata.rendered === true) return { ...shared, fields, type: 'resource', id, contentType: type, block: payload };
  const status = Number(metadata.statusCode) || 200;
  const head = fieldLines({ 'Content-Type': type, 'Content-Length': String(payload.length) });
  const block = Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n`),
    payload,
  ]);
  return { ...shared, fields, type: 'response', id, contentType: 'application/http;msgtype=response', block };
}

const requestBlock = ({ host, pathname, search }: URL): Buffer =>
  Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);

function noteOn(type: RecordType | undefined): string {
  if (type === 'response')
    return 'The HTTP headers and the request are reconstructed, and the payload is encoded as UTF-8; the original bytes were not stored.';
  if (type === 'resource') return 'This record contains the page as rendered in the browser, after its scripts ran.';
  if (type === 'conversion') return 'The source of the page was not stored; this record contains its Markdown instead.';
  return 'Neither the source of the page nor its Markdown was stored.';
}

function isoDate(value: unknown): string | undefined {
  const date = new Date(asText(value));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

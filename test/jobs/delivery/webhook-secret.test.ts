import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signatureHeaders } from '../../../core/jobs/delivery/signature';
import { StoredWebhookSecret } from '../../../core/jobs/delivery/webhook-secret';
import { FolderFiles } from '../../../core/platform/secrets/private-files';
import { testClock } from '../../storage/support';

const hourMs = 60 * 60 * 1000;
const clock = testClock();
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gleaner-secret-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const open = (given?: string) => new StoredWebhookSecret({ files: new FolderFiles(dataDir), given, clock });

describe('the webhook secret', () => {
  it('is created once, kept over restarts, and readable only by its owner', async () => {
    const secret = await open().get();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await open().get()).toBe(secret);
    expect((await stat(join(dataDir, 'webhook-secret.json'))).mode & 0o777).toBe(0o600);
    expect((await open().valid()).length).toBe(1);
  });

  it('is the same for concurrent requests', async () => {
    const secret = open();
    expect(new Set(await Promise.all([secret.get(), secret.get(), secret.get()])).size).toBe(1);
  });

  it('set by an option takes precedence, is not stored and cannot be rotated', async () => {
    const secret = open('given');
    expect([await secret.get(), await secret.valid(), secret.source]).toEqual(['given', ['given'], 'option']);
    await expect(secret.rotate()).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(stat(join(dataDir, 'webhook-secret.json'))).rejects.toThrow();
  });

  it('signs beside its replacement for a day', async () => {
    const secret = open();
    const first = await secret.get();
    const next = await secret.rotate();
    expect(next).not.toBe(first);
    expect(await secret.valid()).toEqual([next, first]);
    expect(await open().valid()).toEqual([next, first]);
    clock.pass(25 * hourMs);
    expect(await secret.valid()).toEqual([next]);
  });

  it('in a damaged file is an error with advice, never silently replaced', async () => {
    await writeFile(join(dataDir, 'webhook-secret.json'), '{"curr');
    await expect(open().get()).rejects.toMatchObject({ code: 'STORAGE_ERROR' });
    expect(await readFile(join(dataDir, 'webhook-secret.json'), 'utf8')).toBe('{"curr');
  });
});

describe('the signature', () => {
  const body = Buffer.from('{"text":"straße 🚲"}');
  const message = { webhookId: 'id', sentAtMs: 1_700_000_000_999, body };

  it('is keyed with the text of a plain secret', () => {
    const headers = signatureHeaders(message, ['plain']);
    const of = (text: string | Buffer) => createHmac('sha256', 'plain').update(text);
    expect(headers).toEqual({
      'x-service-signature': `sha256=${of(body).digest('hex')}`,
      'x-firecrawl-signature': `sha256=${of(body).digest('hex')}`,
      'webhook-id': 'id',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${of(`id.1700000000.${body}`).digest('base64')}`,
    });
  });

  it('has one standard signature for each valid secret', () => {
    const headers = signatureHeaders(message, ['whsec_AAAA', 'whsec_BBBB']);
    const of = (key: string) =>
      `v1,${createHmac('sha256', Buffer.from(key, 'base64')).update(`id.1700000000.${body}`).digest('base64')}`;
    expect(headers['webhook-signature']).toBe(`${of('AAAA')} ${of('BBBB')}`);
    expect(headers['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', 'whsec_AAAA').update(body).digest('hex')}`,
    );
  });
});

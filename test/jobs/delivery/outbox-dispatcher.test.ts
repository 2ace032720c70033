import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../../core/common/job';
import { startFaultServer } from '../../support/fault-server';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';
import { jobOf, type Rig, startRig, turnedClock, turns, webhook } from './support';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

let receiver: WebhookReceiver;
let rig: Rig;

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  rig = await startRig();
});
afterEach(async () => {
  await rig.close();
  await receiver.close();
});

/** Adds an event for a page of a new job to the outbox. Returns the job. */
async function sendPage(url = receiver.url, more: Partial<Job> = {}): Promise<Job> {
  const job = jobOf({ webhook: webhook(url), ...more });
  await rig.page(job, 1);
  return job;
}

const onlyDelivery = async (job: Job) => (await rig.deliveries(job.id))[0]!;
const digest = (body: Buffer) => createHash('sha256').update(body).digest('hex');

describe('a notification', () => {
  it("arrives once, as a signed POST with the caller's headers", async () => {
    rig.dispatcher.start();
    const job = jobOf({ webhook: webhook(receiver.url, { headers: { 'X-Mine': 'yes', Authorization: 'Bearer 1' } }) });
    await rig.storage.jobs.add(job);
    await rig.notices.opened(job);
    await rig.tried(1);
    expect(receiver.received).toHaveLength(1);
    const { method, headers, json, body } = receiver.received[0]!;
    expect(method).toBe('POST');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-mine': 'yes', authorization: 'Bearer 1' });
    expect(json).toMatchObject({
      success: true,
      type: 'crawl.started',
      id: job.id,
      data: [],
      metadata: {},
      error: null,
    });
    const secret = await rig.secret.get();
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    expect(headers['x-service-signature']).toBe(signature);
    expect(headers['x-firecrawl-signature']).toBe(signature);
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': standard } = headers;
    expect(id).toBe(json.webhookId);
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(standard).toBe(`v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`);
    expect(await onlyDelivery(job)).toMatchObject({ state: 'delivered', tries: [{ statusCode: 200 }] });
  });

  it('keeps its signature whatever headers the caller sets', async () => {
    rig.dispatcher.start();
    const headers = {
      'X-Service-Signature': 'sha256=0',
      'Webhook-ID': 'x',
      'Content-Length': '1',
      Host: 'evil',
      Connection: 'close',
    };
    await sendPage(receiver.url, { webhook: webhook(receiver.url, { headers }) });
    await receiver.until(1);
    const { headers: got, json, body } = receiver.received[0]!;
    expect(got['x-service-signature']).toBe(
      `sha256=${createHmac('sha256', await rig.secret.get())
        .update(body)
        .digest('hex')}`,
    );
    expect(got['webhook-id']).toBe(json.webhookId);
    expect(got.host).toBe(receiver.host);
    expect(json.data[0].metadata.title).toBe('Page');
  });

  it('sends user and password of a URL as a header', async () => {
    rig.dispatcher.start();
    await sendPage(receiver.url.replace('http://', 'http://me:p%40ss@'));
    await receiver.until(1);
    expect(receiver.received[0]!.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });

  it('with a line break in a header is never sent', async () => {
    rig.dispatcher.start();
    const job = await sendPage(receiver.url, {
      webhook: webhook(receiver.url, { headers: { 'X-A': 'b\r\nX-Evil: 1' } }),
    });
    await rig.tried(1);
    expect(receiver.received).toHaveLength(0);
    expect(await onlyDelivery(job)).toMatchObject({
      state: 'failed',
      tries: [{ error: expect.stringContaining('line breaks') }],
    });
  });
});

describe('an unreachable receiver', () => {
  it('gets the same id and bytes on the schedule of the contract, then no more', async () => {
    receiver.answer({ status: 500 });
    rig.dispatcher.start();
    const job = await sendPage();
    const pauses = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour];
    await rig.tried(1);
    for (const [index, pause] of pauses.entries()) {
      await rig.clock.pass(pause - 1);
      expect(receiver.received).toHaveLength(index + 1);
      await rig.clock.pass(1);
      await rig.tried(index + 2);
    }
    const { state, tries, id } = await onlyDelivery(job);
    expect(state).toBe('failed');
    const at = tries.map((each) => Date.parse(each.at));
    expect(at.slice(1).map((time, index) => time - at[index]!)).toEqual(pauses);
    expect(tries.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(500));
    await rig.clock.pass(72 * hour);
    expect(receiver.received).toHaveLength(8);
    expect(new Set(receiver.received.map(({ body }) => digest(body))).size).toBe(1);
    expect(new Set(receiver.received.map(({ json }) => json.webhookId))).toEqual(new Set([id]));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8);
  });

  it('gets its deliveries when it is back', async () => {
    await receiver.down();
    rig.dispatcher.start();
    const job = await sendPage();
    await rig.tried(1);
    expect((await onlyDelivery(job)).tries[0]!.error).toMatch(/refused the connection/);
    await receiver.up();
    await rig.clock.pass(5 * second);
    await rig.tried(2);
    expect(receiver.received).toHaveLength(1);
    expect((await onlyDelivery(job)).state).toBe('delivered');
  });
});

describe('a failing receiver', () => {
  it.each([
    ['nothing for 10 s', 'silent', 'retry', /did not respond within 10 s/],
    ['by dropping the connection', 'drops', 'retry', /closed the connection|reset the connection/],
    [
      'with a redirect, which is not followed',
      { status: 301, headers: { location: '/other' } },
      'retry',
      /redirects are not followed/,
    ],
    ['with 404', { status: 404 }, 'retry', /responded with status 404/],
    ['with 200 and half a body', 'closes-mid-body', 'delivered', undefined],
    ['with 200 and 1 GB', 'huge', 'delivered', undefined],
  ] as const)('%s', async (_, answer, outcome, error) => {
    receiver.answer(answer, { status: 200 });
    rig.dispatcher.start();
    const job = await sendPage();
    await receiver.until(1);
    if (answer === 'silent') await rig.clock.pass(10 * second);
    await rig.tried(1);
    const { state, tries } = await onlyDelivery(job);
    expect(state).toBe(outcome === 'retry' ? 'pending' : 'delivered');
    if (error) expect(tries[0]!.error).toMatch(error);
    expect(receiver.bytesTaken).toBeLessThan(8 * 1024 * 1024);
    await rig.clock.pass(5 * second);
    if (outcome === 'retry') await rig.tried(2);
    expect((await onlyDelivery(job)).state).toBe('delivered');
    expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/hook']));
  });

  it('with a bad certificate, or an unresolvable host: retried', async () => {
    const faults = await startFaultServer();
    await rig.close();
    rig = await startRig({
      lookup: async (host) => Promise.reject(Object.assign(new Error(host), { code: 'ENOTFOUND' })),
    });
    rig.dispatcher.start();
    const tls = await sendPage(Object.values(faults.tls)[0]!);
    const dns = await sendPage('https://gone.example/hook');
    await rig.tried(2);
    expect(await onlyDelivery(tls)).toMatchObject({
      state: 'pending',
      tries: [{ error: expect.stringMatching(/^TLS failed/) }],
    });
    expect((await onlyDelivery(tls)).tries[0]!.error).not.toMatch(/skipTls/);
    expect(await onlyDelivery(dns)).toMatchObject({
      state: 'pending',
      tries: [{ error: expect.stringContaining('could not be resolved') }],
    });
    await faults.close();
  });
});

describe('a receiver that limits events', () => {
  it('with 410 gets no more events of the job, except replays and other jobs', async () => {
    receiver.answer({ status: 410 }, { status: 200 });
    rig.dispatcher.start();
    const job = await sendPage();
    await rig.tried(1);
    await rig.page(job, 2);
    await rig.tried(2);
    expect(receiver.received).toHaveLength(1);
    const [first, second] = await rig.deliveries(job.id);
    expect([first!.state, second!.state]).toEqual(['disabled', 'disabled']);
    expect([first!.tries.length, second!.tries.length]).toEqual([1, 0]);
    await sendPage();
    await rig.tried(3);
    expect(receiver.received).toHaveLength(2);
    await rig.dispatcher.replay(second!.id);
    await rig.tried(4);
    expect(receiver.received[2]!.json.webhookId).toBe(second!.id);
  });

  it('with 410 is remembered after a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-outbox-'));
    await rig.close();
    rig = await startRig({ dataDir });
    receiver.answer({ status: 410 });
    rig.dispatcher.start();
    const job = await sendPage();
    await rig.tried(1);
    await rig.close();
    rig = await startRig({ dataDir });
    rig.dispatcher.start();
    await rig.page(job, 2);
    await rig.tried(1);
    expect(receiver.received).toHaveLength(1);
    await rm(dataDir, { recursive: true });
  });

  it.each([
    ['120', 120 * second],
    ['86400', hour],
    ['1', 5 * second],
    ['nonsense', 5 * second],
  ])('with 429 and Retry-After %s is paused that long, within limits', async (value, pause) => {
    receiver.answer({ status: 429, headers: { 'retry-after': value } }, { status: 200 });
    rig.dispatcher.start();
    const job = await sendPage();
    await rig.tried(1);
    const { nextAt, tries } = await onlyDelivery(job);
    expect(Date.parse(nextAt) - Date.parse(tries[0]!.at)).toBe(pause);
    const other = await sendPage();
    if (pause > 5 * second) {
      await rig.clock.pass(pause - 1);
      expect(receiver.received).toHaveLength(1);
    }
    await rig.clock.pass(pause > 5 * second ? 1 : pause);
    await rig.tried(3);
    expect([(await onlyDelivery(job)).state, (await onlyDelivery(other)).state]).toEqual(['delivered', 'delivered']);
  });
});

describe('a forbidden URL', () => {
  it.each([
    'http://10.0.0.1/hook',
    'http://[::ffff:169.254.169.254]/hook',
    'http://localhost:1/hook',
    'http://inside.example/hook',
  ])('%s fails immediately with the reason, without a retry', async (url) => {
    await rig.close();
    rig = await startRig({ lookup: async () => [{ address: '192.168.1.7', family: 4 }] });
    rig.dispatcher.start();
    const job = await sendPage(url);
    await rig.tried(1);
    const { state, tries } = await onlyDelivery(job);
    expect(state).toBe('failed');
    expect(tries[0]!.error).toMatch(/private address/);
    await rig.clock.pass(24 * hour);
    expect((await onlyDelivery(job)).tries).toHaveLength(1);
  });
});

describe('many deliveries', () => {
  it('reach a receiver two at a time, each once', async () => {
    receiver.answer('silent', 'silent', { status: 200 });
    rig.dispatcher.start();
    const job = jobOf({ webhook: webhook(receiver.url) });
    const count = 300;
    for (let page = 0; page < count; page += 1) {
      await rig.page(job, page);
    }
    await receiver.until(2);
    await turns(100);
    expect(receiver.received).toHaveLength(2);
    receiver.release();
    await rig.tried(count);
    expect(receiver.maxAtOnce).toBe(2);
    expect(new Set(receiver.received.map(({ json }) => json.webhookId)).size).toBe(count);
    expect(receiver.received).toHaveLength(count);
  });

  it('to a receiver that never responds do not block others', async () => {
    const slow = await startWebhookReceiver();
    slow.answer('silent');
    const job = jobOf({ webhook: webhook(slow.url) });
    for (let page = 0; page < 1000; page += 1) {
      await rig.page(job, page);
    }
    rig.dispatcher.start();
    await slow.until(2);
    const others = await Promise.all(Array.from({ length: 5 }, () => sendPage()));
    await rig.tried(5);
    for (const other of others) expect((await onlyDelivery(other)).state).toBe('delivered');
    expect(slow.received).toHaveLength(2);
    await rig.dispatcher.stop();
    await slow.close();
  });

  it('to one path of a host continue while another path hangs or asks for a pause', async () => {
    receiver.answer({ status: 429, headers: { 'retry-after': '3600' } }, { status: 200 });
    rig.dispatcher.start();
    await sendPage(`${receiver.url}/busy`);
    await rig.tried(1);
    const job = await sendPage(`${receiver.url}/fine`);
    await rig.tried(2);
    expect((await onlyDelivery(job)).state).toBe('delivered');
  });

  it('to a healthy receiver wait at most a second behind twelve hanging ones, and not at all once those have failed', async () => {
    const hanging = await Promise.all(Array.from({ length: 12 }, startWebhookReceiver));
    for (const each of hanging) {
      each.answer('silent');
      for (let page = 0; page < 3; page += 1) await sendPage(each.url);
    }
    rig.dispatcher.start();
    const arrived = () => hanging.reduce((sum, each) => sum + each.received.length, 0);
    await expect.poll(arrived).toBe(8);
    const first = await sendPage();
    for (let passed = 0; passed < 3; passed += 1) {
      await rig.clock.pass(second);
      await turns(100);
    }
    await expect.poll(async () => (await onlyDelivery(first)).state).toBe('delivered');
    await rig.clock.pass(10 * second);
    await expect.poll(() => rig.seen.filter(({ type }) => type === 'delivery.tried').length).toBeGreaterThan(12);
    await rig.clock.pass(minute);
    await turns(100);
    const later = await sendPage();
    await expect.poll(async () => (await onlyDelivery(later)).state).toBe('delivered');
    await rig.dispatcher.stop();
    await Promise.all(hanging.map((each) => each.close()));
  });

  it('to a failing receiver do not use up all attempts', async () => {
    receiver.answer({ status: 500 });
    const job = jobOf({ webhook: webhook(receiver.url) });
    for (let page = 0; page < 100; page += 1) await rig.page(job, page);
    rig.dispatcher.start();
    await rig.tried(1);
    await rig.clock.pass(2 * minute);
    await turns(100);
    expect(receiver.received.length).toBeLessThan(12);
  });

  it('run eight at a time over all receivers', async () => {
    const receivers = await Promise.all(Array.from({ length: 6 }, startWebhookReceiver));
    for (const each of receivers) {
      each.answer('silent');
      for (let page = 0; page < 3; page += 1) await sendPage(each.url);
    }
    rig.dispatcher.start();
    const arrived = () => receivers.reduce((sum, each) => sum + each.received.length, 0);
    await expect.poll(arrived).toBe(8);
    await turns(100);
    expect(arrived()).toBe(8);
    for (let freed = 8; freed < 18; freed = arrived()) {
      for (const each of receivers) each.release();
      await expect.poll(arrived).toBeGreaterThan(freed);
    }
    for (const each of receivers) each.release();
    await rig.tried(18);
    await Promise.all(receivers.map((each) => each.close()));
  });
});

describe('a stop and restart', () => {
  it('stops within a second and loses nothing: the restart sends the same id and bytes', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-outbox-'));
    const clock = turnedClock();
    await rig.close();
    rig = await startRig({ dataDir, clock });
    receiver.answer('silent');
    rig.dispatcher.start();
    const job = jobOf({ webhook: webhook(receiver.url) });
    for (let page = 0; page < 5; page += 1) await rig.page(job, page);
    await receiver.until(2);
    const before = performance.now();
    await rig.dispatcher.stop();
    expect(performance.now() - before).toBeLessThan(1000);
    expect((await rig.deliveries(job.id)).map(({ state, tries }) => [state, tries.length])).toEqual(
      Array(5).fill(['pending', 0]),
    );
    await rig.close();
    expect(rig.warnings).toEqual([]);

    receiver.answer({ status: 200 });
    rig = await startRig({ dataDir, clock });
    rig.dispatcher.start();
    await rig.tried(5);
    const byId = new Map<string, Set<string>>();
    for (const { json, body } of receiver.received) {
      byId.set(json.webhookId, (byId.get(json.webhookId) ?? new Set()).add(digest(body)));
    }
    expect(byId.size).toBe(5);
    expect([...byId.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1]);
    expect(receiver.received).toHaveLength(7);
    await rm(dataDir, { recursive: true });
  });

  it('sends a scheduled delivery at its time after the restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gleaner-outbox-'));
    const clock = turnedClock();
    await rig.close();
    rig = await startRig({ dataDir, clock });
    await receiver.down();
    rig.dispatcher.start();
    const job = await sendPage();
    await rig.tried(1);
    await rig.close();
    await receiver.up();
    rig = await startRig({ dataDir, clock });
    rig.dispatcher.start();
    await turns();
    expect(receiver.received).toHaveLength(0);
    await rig.clock.pass(5 * second);
    await rig.tried(1);
    expect(await onlyDelivery(job)).toMatchObject({ state: 'delivered', tries: [{}, { statusCode: 200 }] });
    await rm(dataDir, { recursive: true });
  });

  it('loses nothing when the clock is set forward or back', async () => {
    receiver.answer({ status: 500 }, { status: 200 });
    rig.dispatcher.start();
    const job = await sendPage();
    await rig.tried(1);
    await rig.clock.pass(-24 * hour);
    await rig.clock.pass(24 * hour + 5 * second);
    await rig.tried(2);
    expect((await onlyDelivery(job)).state).toBe('delivered');
  });
});

describe('an unwritable outbox', () => {
  it('does not cause repeated deliveries', async () => {
    rig.dispatcher.start();
    const { update } = rig.storage.outbox;
    rig.storage.outbox.update = () => Promise.reject(new Error('no space left'));
    const job = await sendPage();
    await expect.poll(() => rig.warnings.join()).toMatch(/no space left/);
    await rig.clock.pass(50 * second);
    await sendPage();
    await turns(100);
    expect(receiver.received).toHaveLength(1);
    rig.storage.outbox.update = update;
    await rig.clock.pass(10 * second);
    await rig.tried(2);
    expect((await onlyDelivery(job)).state).toBe('delivered');
    const ids = receiver.received.map(({ json }) => json.webhookId);
    expect(ids[0]).toBe(ids[1]);
  });
});

describe('a replay', () => {
  it('of a failed delivery makes one more attempt', async () => {
    receiver.answer({ status: 500 });
    rig.dispatcher.start();
    const job = await sendPage();
    for (let tried = 1; tried <= 8; tried += 1) {
      await rig.tried(tried);
      await rig.clock.pass(Date.parse((await onlyDelivery(job)).nextAt) - rig.clock.now());
    }
    const { id, state } = await onlyDelivery(job);
    expect(state).toBe('failed');
    await rig.dispatcher.replay(id);
    await rig.tried(9);
    expect(await onlyDelivery(job)).toMatchObject({ state: 'failed', tries: { length: 9 } });
    receiver.answer({ status: 204 });
    await rig.dispatcher.replay(id);
    await rig.tried(10);
    expect((await onlyDelivery(job)).state).toBe('delivered');
  });

  it('repeats a delivered notification with the same id and bytes', async () => {
    rig.dispatcher.start();
    const job = await sendPage();
    await rig.tried(1);
    const { id } = await onlyDelivery(job);
    expect(await rig.dispatcher.replay(id)).toMatchObject({ id, state: 'pending' });
    await rig.tried(2);
    expect(receiver.received.map(({ json }) => json.webhookId)).toEqual([id, id]);
    expect(receiver.received[1]!.body.equals(receiver.received[0]!.body)).toBe(true);
    expect(await onlyDelivery(job)).toMatchObject({ state: 'delivered', tries: [{}, {}] });
    expect(await rig.dispatcher.replay('no-such-id')).toBeUndefined();
  });
});

import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../core/common/job';
import { jobOf, type Rig, startRig } from '../jobs/delivery/support';
import { startWebhookReceiver } from '../support/webhook-receiver';

let rig: Rig;
let folder: string;

beforeEach(async () => {
  [rig, folder] = await Promise.all([startRig(), mkdtemp(join(tmpdir(), 'gleaner-sinks-'))]);
  rig.dispatcher.start();
});
afterEach(async () => {
  await rig.close();
  await rm(folder, { recursive: true });
});

async function crawlEnds(more: Partial<Job> = {}): Promise<Job> {
  const job = jobOf({ state: 'completed', finishedAt: '2026-11-20T12:00:00.000Z', ...more });
  await rig.storage.jobs.add(job);
  await rig.notices.closed(job);
  return job;
}

describe('configured sinks', () => {
  it('append events to a file', async () => {
    await rig.settings.update({ sinks: [{ plugin: 'file', config: { folder } }] });
    const job = await crawlEnds();
    await rig.tried(1);
    const text = await readFile(join(folder, 'gleaner-events.jsonl'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ type: 'crawl.completed', id: job.id });
  });

  it('post signed events to a URL', async () => {
    const receiver = await startWebhookReceiver();
    await rig.settings.update({ sinks: [{ plugin: 'http', config: { url: receiver.url, headers: { 'x-a': 'b' } } }] });
    const job = await crawlEnds();
    await rig.tried(1);
    const { headers, body, json } = receiver.received[0]!;
    expect(json).toMatchObject({ type: 'crawl.completed', id: job.id });
    const signature = createHmac('sha256', await rig.secret.get())
      .update(body)
      .digest('hex');
    expect(headers).toMatchObject({ 'x-a': 'b', 'x-service-signature': `sha256=${signature}` });
    await receiver.close();
  });

  it('show a title and one line on the desktop, without a URL for zero retention', async () => {
    await rig.settings.update({ sinks: [{ plugin: 'desktop-notice' }] });
    await crawlEnds({ url: 'https://docs.example/start' });
    await crawlEnds({ kind: 'batch', state: 'failed', zeroDataRetention: true });
    await rig.tried(2);
    const notices = rig.seen.filter(({ type }) => type === 'notice').map(({ data }) => data);
    expect(notices).toHaveLength(2);
    expect(notices).toEqual(
      expect.arrayContaining([
        { title: 'Gleaner', body: 'The crawl of docs.example is complete.' },
        { title: 'Gleaner', body: 'The batch has failed.' },
      ]),
    );
  });

  it('that are missing or invalid fail their deliveries with the reason', async () => {
    await rig.settings.update({
      sinks: [{ plugin: 'nowhere' }, { plugin: 'file', config: { folder: 'relative' } }],
    });
    const job = await crawlEnds();
    await rig.tried(2);
    const deliveries = await rig.deliveries(job.id);
    expect(deliveries.map(({ state, tries }) => [state, tries[0]!.error])).toEqual([
      ['failed', 'There is no sink plugin "nowhere"; remove the sink in Settings.'],
      ['failed', expect.stringContaining('folder: enter the full path')],
    ]);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sink, SinkServices } from '../../core/contract/plugin';
import email from '../../plugins/sinks/email';
import { messageOf } from '../../plugins/sinks/email/message';
import { type SmtpServer, startSmtpServer } from '../support/smtp-server';

let server: SmtpServer;
let sink: Sink;
beforeAll(async () => {
  server = await startSmtpServer();
  const config = { host: '127.0.0.1', port: server.port, from: 'gleaner@example.org', to: ['owner@example.org'] };
  sink = email.create(email.config.parse(config) as never, {} as SinkServices);
});
afterAll(() => server.close());

const deliver = (event: object) =>
  sink.deliver(
    { webhookId: 'w-1', type: 'monitor.changed', jobId: 'j-1', headers: {}, body: Buffer.from(JSON.stringify(event)) },
    new AbortController().signal,
  );

const notice = {
  monitor: 'Prices',
  message: '1 row changed.',
  changed: [{ key: 'Kettle', cells: [{ column: 'price', before: '€ 49', after: '€ 39' }] }],
  added: [{ name: '<b>Pan</b>', price: 12 }],
};

it('sends the sentence and a table to the recipients of the event', async () => {
  expect(await deliver({ data: [notice], metadata: { recipients: ['ada@example.org'] } })).toEqual({
    result: 'delivered',
  });
  const [mail] = server.received;
  expect(mail).toMatchObject({ from: 'gleaner@example.org', to: ['ada@example.org'] });
  expect(mail?.content).toContain('Subject: Prices: 1 row changed.');
  expect(mail?.content).toContain('Message-ID: <w-1@gleaner>');
});

it('sends to the recipients of the settings when the event names none, and again after a refusal', async () => {
  server.refuse(1);
  expect(await deliver({ data: [notice] })).toMatchObject({
    result: 'retry',
    message: expect.stringContaining('try again'),
  });
  await deliver({ data: [notice] });
  expect(server.received.at(-1)?.to).toEqual(['owner@example.org']);
});

it('writes values as text, and none without includeDiffs', () => {
  const { text, html } = messageOf('monitor.changed', { data: [notice] });
  expect(text).toBe('1 row changed.\n\nKettle price: € 49 → € 39\n<b>Pan</b>: – → name <b>Pan</b>, price 12');
  expect(html).toContain('<td align="left">Kettle price</td><td align="left">€ 49</td><td align="left">€ 39</td>');
  expect(html).toContain('&lt;b&gt;Pan&lt;/b&gt;');
  expect(messageOf('monitor.changed', { data: [notice], metadata: { includeDiffs: false } }).html).toBe(
    '<p>1 row changed.</p>',
  );
});

it('pairs the changed lines of a page, and takes no line break into the subject', () => {
  const diff = '===\n--- previous\n+++ current\n@@ -1 +1 @@\n-Open\n+Closed\n';
  const data = [{ monitor: 'a\nBcc: x', message: 'b\r\nc', changed: [{ key: 'http://a.example/', cells: [], diff }] }];
  const { subject, text } = messageOf('monitor.changed', { data });
  expect(subject).toBe('a Bcc: x: b c');
  expect(text).toContain('http://a.example/: Open → Closed');
});

it('names the job of any other event', () => {
  expect(messageOf('batch_scrape.completed', { id: 'j-1', data: [] }).subject).toBe(
    'Gleaner: batch scrape completed: job j-1',
  );
});

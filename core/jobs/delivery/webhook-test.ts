import { inject, injectable } from 'inversify';
import type { WebhookTestReport } from '../../common/api/delivery-answers';
import { newId } from '../../common/values/ids';
import { runTrial } from '../../platform/plugins/plugin-trials';
import { noticeBody } from './envelope';
import { signatureHeaders } from './signature';
import { Sinks } from './sinks';
import { WebhookSecret } from './webhook-secret';

/** Time limit in ms for the receiver's response, the same as for job events. */
const timeoutMs = 10_000;
const late = `The receiver did not respond within ${timeoutMs / 1000} s.`;

/** Event name of a test delivery. No job uses it. */
export const testEvent = 'webhook.test';

/** Sends one signed test event to a URL, in the same way as a job event. Stores nothing. */
@injectable()
export class WebhookTest {
  constructor(
    @inject(Sinks) private readonly sinks: Sinks,
    @inject(WebhookSecret) private readonly secret: WebhookSecret,
  ) {}

  /** Sends the test event and returns a report. Does not throw when the receiver fails. */
  async run(url: string, signal: AbortSignal): Promise<WebhookTestReport> {
    return runTrial((ending) => this.#sent(url, ending), { signal, timeoutMs, late });
  }

  async #sent(url: string, signal: AbortSignal): Promise<Omit<WebhookTestReport, 'durationMs'>> {
    const [webhookId, jobId] = [newId(), newId()];
    const data = [{ message: 'This is a test of the webhook URL.' }];
    const timestamp = new Date().toISOString();
    const body = noticeBody({ type: testEvent, jobId, success: true, data, metadata: {}, webhookId, timestamp });
    const headers = signatureHeaders({ webhookId, sentAtMs: Date.now(), body }, await this.secret.valid());
    const sink = await this.sinks.get('http', { url, headers: {} });
    const { result, statusCode, message } = await sink.deliver(
      { webhookId, type: testEvent, jobId, body, headers },
      signal,
    );
    if (result === 'delivered')
      return { ok: true, message: `The receiver accepted the event (${statusCode}).`, statusCode };
    return { ok: false, message: message ?? `The receiver responded with status ${statusCode}.`, statusCode };
  }
}

import { inject, injectable } from 'inversify';
import type { TestReport } from '../../common/api/workspace-answers';
import { newId } from '../../common/values/ids';
import type { Sink } from '../../contract/plugin';
import { PluginTrials, runTrial } from '../../platform/plugins/plugin-trials';
import type { Config } from '../../platform/settings/setting-secrets';
import { noticeBody } from './envelope';
import { Sinks } from './sinks';

const timeoutMs = 20_000;
const late = `The receiver did not respond within ${timeoutMs / 1000} s.`;

/** Tests a sink by sending one event. The sink's settings do not need to be saved first. */
@injectable()
export class SinkTest {
  constructor(
    @inject(PluginTrials) private readonly trials: PluginTrials,
    @inject(Sinks) private readonly sinks: Sinks,
  ) {}

  /**
   * Sends a test event. Throws BAD_REQUEST when the settings are invalid. Does not throw when the delivery fails,
   * because the failure is part of the report.
   */
  async run(id: string, given: Config, signal: AbortSignal): Promise<TestReport> {
    const { plugin, config } = await this.trials.open('sink', id, given);
    return runTrial((ending) => sent(this.sinks.create(plugin, config), ending), { signal, timeoutMs, late });
  }
}

async function sent(sink: Sink, signal: AbortSignal) {
  const [webhookId, jobId, type] = [newId(), newId(), 'sink.test'];
  const data = [{ message: 'This is a test from Settings.' }];
  const timestamp = new Date().toISOString();
  const body = noticeBody({ type, jobId, success: true, data, metadata: {}, webhookId, timestamp });
  const { result, message } = await sink.deliver({ webhookId, type, jobId, body, headers: {} }, signal);
  if (result === 'delivered') return { ok: true, message: 'The test was sent.' };
  return { ok: false, message: message ?? 'The receiver did not accept the test event.' };
}

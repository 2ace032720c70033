import { Worker } from 'node:worker_threads';
import type { Browser, Page } from 'playwright-core';
import { errorText } from './error-text';
import {
  type CodeOutcome,
  type CodeRequest,
  type GuestData,
  type GuestMessage,
  type HostMessage,
  maxCallsInFlight,
  maxOutputChars,
  maxReplyChars,
  type PageState,
} from './messages';
import { PageApi } from './page-api';
import { runCommands } from './page-commands';

/** Grace period after the deadline before a guest is killed, in ms. */
const graceMs = 250;

const loadDriver = () => import('playwright-core');

/** Runs code for one page, one run at a time, in a separate process. */
export class CodeProcess {
  #browser: Browser | undefined;
  #endpoint = '';

  constructor(
    /** Path of the built script that runs in the guest thread. */
    private readonly guest: string,
  ) {
    // Loads the driver while the page is opening. The first run reports any loading error.
    loadDriver().catch(() => undefined);
  }

  async run(request: CodeRequest): Promise<CodeOutcome> {
    const deadline = Date.now() + request.timeoutMs;
    try {
      const page = await this.#page(request.endpoint, request.timeoutMs);
      if (request.language === 'bash') return await runCommands(page, request.code, deadline);
      return await this.#runGuest(page, request.code, deadline);
    } catch (thrown) {
      return failure(errorText(thrown));
    }
  }

  async #page(endpoint: string, timeout: number): Promise<Page> {
    if (!this.#browser?.isConnected() || this.#endpoint !== endpoint) {
      const { chromium } = await loadDriver();
      this.#browser = await chromium.connectOverCDP(endpoint, { timeout });
      this.#endpoint = endpoint;
    }
    const page = this.#browser.contexts()[0]?.pages()[0];
    if (!page) throw new Error('The page of this session was closed; open a new session.');
    return page;
  }

  async #runGuest(page: Page, code: string, deadline: number): Promise<CodeOutcome> {
    const worker = new Worker(this.guest, {
      workerData: { code, deadline, state: stateOf(page) } satisfies GuestData,
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    const run = new GuestRun(page, worker, deadline);
    const timer = setTimeout(() => run.kill(), deadline - Date.now() + graceMs);
    try {
      return await run.ended;
    } finally {
      clearTimeout(timer);
      run.close();
      await worker.terminate();
    }
  }
}

/** A single run of code in a guest thread. */
class GuestRun {
  readonly ended: Promise<CodeOutcome>;
  readonly #api: PageApi;
  readonly #output = { out: '', error: '' };
  #isTruncated = false;
  #inFlight = 0;
  #end: (outcome: CodeOutcome) => void = () => undefined;

  constructor(
    private readonly page: Page,
    private readonly worker: Worker,
    deadline: number,
  ) {
    this.#api = new PageApi(page, deadline, (name, facts) =>
      this.#send({ type: 'event', json: JSON.stringify({ name, facts }) }),
    );
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    worker.on('message', (message: GuestMessage) => this.#receive(message));
    worker.once('error', (error) => this.#end(this.#outcome({ error: memoryText(error), exitCode: 1 })));
    worker.once('exit', () => this.#end(this.#outcome({ error: 'The code terminated its sandbox.', exitCode: 1 })));
  }

  kill(): void {
    this.#end(this.#outcome({ error: 'The code was stopped because it timed out.', exitCode: 124, killed: true }));
  }

  close(): void {
    this.#api.close();
  }

  #receive(message: GuestMessage): void {
    if (message.type === 'call') void this.#call(message.id, message.json);
    else if (message.type === 'log') this.#log(message.level, message.text);
    else if (message.type === 'done') this.#end(this.#outcome({ result: message.result, exitCode: 0 }));
    else if (message.error === 'interrupted') this.kill();
    else {
      this.#log('error', message.error);
      this.#end(this.#outcome({ error: message.error, exitCode: 1 }));
    }
  }

  async #call(id: number, json: string): Promise<void> {
    if (++this.#inFlight > maxCallsInFlight) {
      this.#inFlight--;
      return this.#reply(id, false, { name: 'Error', message: `More than ${maxCallsInFlight} calls are in progress.` });
    }
    try {
      this.#reply(id, true, await this.#api.run(json));
    } catch (thrown) {
      const name = thrown instanceof Error ? thrown.name : 'Error';
      this.#reply(id, false, { name, message: errorText(thrown) });
    } finally {
      this.#inFlight--;
    }
  }

  #reply(id: number, ok: boolean, value: unknown): void {
    const json = JSON.stringify(value) ?? 'null';
    if (json.length <= maxReplyChars) this.#send({ type: 'reply', id, ok, json });
    else this.#send({ type: 'reply', id, ok: false, json: JSON.stringify(tooLong) });
  }

  #send(message: HostMessageBody): void {
    this.worker.postMessage({ ...message, state: stateOf(this.page) } satisfies HostMessage);
  }

  #log(level: 'out' | 'error', text: string): void {
    const left = maxOutputChars - this.#output[level].length;
    this.#isTruncated ||= text.length + 1 > left;
    this.#output[level] += `${text}\n`.slice(0, Math.max(0, left));
  }

  #outcome(part: Partial<CodeOutcome> & Pick<CodeOutcome, 'exitCode'>): CodeOutcome {
    const { out: stdout, error: stderr } = this.#output;
    const result = (part.result ?? '').slice(0, maxOutputChars);
    const truncated = this.#isTruncated || result !== (part.result ?? '');
    return { stdout, stderr, killed: false, ...part, result, truncated };
  }
}

const tooLong = { name: 'Error', message: 'The result is longer than 16 MB.' };

type WithoutState<T> = T extends unknown ? Omit<T, 'state'> : never;
type HostMessageBody = WithoutState<HostMessage>;

function stateOf(page: Page): PageState {
  return { url: page.url(), closed: page.isClosed(), viewport: page.viewportSize() };
}

/** Outcome of a run that failed to start. */
const failure = (error: string): CodeOutcome => ({
  ...{ stdout: '', stderr: `${error}\n`, result: '', exitCode: 1, killed: false, truncated: false, error },
});

function memoryText(error: Error): string {
  return /memory/i.test(error.message) ? 'The code used too much memory.' : errorText(error);
}

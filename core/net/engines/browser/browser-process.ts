import { readFile, writeFile } from 'node:fs/promises';
import type { Browser } from 'puppeteer';
import { AppError } from '../../../common/errors';
import { publicEnvironment } from '../../../platform/settings/settings';
import { type BrowserIdentity, browserIdentity } from './browser-identity';
import type { BrowserEgress } from './egress';
import { findBrowser } from './find-browser';
import { launchFlags } from './launch-flags';
import { ProcessRecords } from './process-records';
import { within } from './until-aborted';

/** Options for launching a browser. */
export interface BrowserProcessOptions {
  readonly dataDir: string;
  /**
   * Path of the executable, from the settings or environment. The browser is auto-detected when the path is empty or
   * undefined.
   */
  readonly browserPath: () => string | undefined;
  readonly egress: BrowserEgress;
}

/** A running browser. */
export interface RunningBrowser {
  readonly browser: Browser;
  readonly identity: BrowserIdentity;
  readonly pid: number | undefined;
}

/** Runs at most one Chromium process. Launches it on demand, and again after it has exited. */
export class BrowserProcess {
  private running: Promise<RunningBrowser> | undefined;
  private readonly records: ProcessRecords;
  private closed = false;

  constructor(
    private readonly options: BrowserProcessOptions,
    /** Called whenever the browser has exited. */
    private readonly onGone: (browser: Browser) => void,
  ) {
    this.records = new ProcessRecords(options.dataDir);
    this.records.endOrphans();
  }

  /** True while a browser is running or starting. */
  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** Returns the running browser. Launches it if necessary. */
  get(): Promise<RunningBrowser> {
    if (this.closed) return Promise.reject(new AppError('ENGINE_CLOSING'));
    if (!this.running) {
      const launched = this.launch();
      this.running = launched;
      launched.catch(() => {
        if (this.running === launched) this.running = undefined;
      });
    }
    return this.running;
  }

  /** Closes the browser. The next `get` launches a new one. */
  async stop(): Promise<void> {
    const running = await this.running?.catch(() => undefined);
    this.running = undefined;
    if (running) await endBrowser(running.browser);
  }

  /** Closes the browser permanently. */
  async close(): Promise<void> {
    this.closed = true;
    await this.stop();
  }

  private async launch(): Promise<RunningBrowser> {
    const configuredPath = this.options.browserPath() || undefined;
    const found = await findBrowser({ configuredPath });
    if (!found) {
      const message = configuredPath && `No browser was found at \`${configuredPath}\`; correct the path in Settings.`;
      throw new AppError('SCRAPE_BROWSER_UNAVAILABLE', message || undefined);
    }
    const egressAddress = await this.options.egress.start();
    const profileDir = this.records.newProfileDir();
    const browser = await startBrowser(found.path, found.kind === 'shell', profileDir, egressAddress);
    quietPipes(browser);
    const pid = browser.process()?.pid;
    const forget = pid === undefined ? undefined : this.records.remember(pid, profileDir);
    if (pid !== undefined) await makeFirstToGo(pid);
    const launched = this.running;
    browser.once('disconnected', () => {
      if (this.running === launched) this.running = undefined;
      this.onGone(browser);
    });
    // Watches the process as well as its pipe, because helper processes that outlive the browser keep the pipe open.
    browser.process()?.once('exit', () => {
      killGroup(pid);
      void browser.disconnect();
      forget?.();
    });
    const [userAgent, version] = await Promise.all([browser.userAgent(), browser.version()]);
    return { browser, identity: browserIdentity(userAgent, version), pid };
  }
}

/** Launches a browser with the options that rendering requires. Throws SCRAPE_BROWSER_UNAVAILABLE. */
export async function startBrowser(
  path: string,
  shell: boolean,
  userDataDir: string,
  egressAddress: string,
): Promise<Browser> {
  // Imports puppeteer on demand. Loading it takes 250 ms, which would be wasted if no browser is started.
  const { default: puppeteer } = await import('puppeteer');
  try {
    return await puppeteer.launch({
      executablePath: path,
      headless: shell ? 'shell' : true,
      userDataDir,
      // Connects through a pipe. The browser then exits together with the engine and exposes no debugging port.
      pipe: true,
      defaultViewport: null,
      env: publicEnvironment(),
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      waitForInitialPage: false,
      args: [...launchFlags({ egressAddress })],
    });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message.split('\n', 1)[0] : String(thrown);
    throw new AppError('SCRAPE_BROWSER_UNAVAILABLE', `The browser \`${path}\` could not be started: ${reason}`, {
      cause: thrown,
    });
  }
}

/**
 * Handles pipe errors. A killed browser resets its pipes even after puppeteer has released them, and an unhandled error
 * event would end the engine.
 */
function quietPipes(browser: Browser): void {
  for (const pipe of browser.process()?.stdio ?? []) pipe?.on('error', () => undefined);
}

/** Kills the remaining processes of a browser's process group. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes have already exited.
  }
}

/** Closes the browser. Kills it if it does not exit in time. */
async function endBrowser(browser: Browser): Promise<void> {
  const child = browser.process();
  const exited = new Promise<void>((resolve) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  await within(browser.close(), 2000);
  if (child && child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await within(exited, 2000);
}

/** Highest OOM score: when memory runs out, the kernel kills this process first. */
const mostLikely = '1000';

/**
 * Makes Linux kill the browser before the engine when memory runs out. Does nothing on other systems or without
 * permission.
 */
async function makeFirstToGo(pid: number): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const id of [pid, ...(await descendantsOf(pid))]) {
    await writeFile(`/proc/${id}/oom_score_adj`, mostLikely).catch(() => undefined);
  }
}

async function descendantsOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').map(Number).filter(Boolean);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

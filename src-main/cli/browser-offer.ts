import { createInterface } from 'node:readline/promises';
import { findBrowser } from '../../core/net/engines/browser/find-browser';
import { type InstallProgress, installBrowser } from '../../core/net/engines/browser/install-browser';
import { readRunOptions } from '../../core/platform/settings/settings';
import { progress } from './command-context';
import { startSettings } from './start-settings';

/** Abort signal and functions needed to offer the browser download. */
export interface OfferContext {
  readonly signal: AbortSignal;
  /** Asks a question and returns the answer. Undefined if there is no terminal. */
  readonly ask?: (question: string) => Promise<string>;
  readonly find?: typeof findBrowser;
  readonly install?: typeof installBrowser;
}

/** Message about the effects of a missing browser. */
export const withoutBrowser =
  'Without a browser, Gleaner reads pages over HTTP only: no scripts, actions, screenshots, live pages or table builder.';
const laterAdvice = 'To install one later, run `gleaner browser install`.';
/** Approximate download size, shown in the download offer. */
const downloadSize = 'about 120 MB';

/** Reports a missing browser and offers to download one. If the user declines, Gleaner starts without a browser. */
export async function offerBrowser(dataDir: string | undefined, context: OfferContext): Promise<void> {
  const { signal, ask, find = findBrowser, install = installBrowser } = context;
  const { browserPath } = await startSettings(readRunOptions({ dataDir }));
  if (await find({ configuredPath: browserPath })) return;
  progress(`No browser was found. ${withoutBrowser}`);
  const answer = await ask?.(`Download a browser now (${downloadSize})? [Y/n] `);
  if (answer === undefined || !/^(?:y(?:es)?)?$/i.test(answer.trim())) {
    progress(laterAdvice);
    return;
  }
  try {
    const { path } = await install(percentReport(progress), signal);
    progress(`The browser is ready: ${path}`);
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    progress(`${thrown instanceof Error ? thrown.message : String(thrown)} Gleaner starts without one. ${laterAdvice}`);
  }
}

/** Returns a function that asks a question in the terminal. Undefined if the session is not interactive. */
export function terminalQuestion(signal: AbortSignal): OfferContext['ask'] {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(question, { signal });
    } finally {
      lines.close();
    }
  };
}

/** Returns a listener that prints a download's size and its progress in steps of ten percent. */
export function percentReport(print: (text: string) => void): (done: InstallProgress) => void {
  let said = -1;
  return ({ downloadedBytes, totalBytes }) => {
    const tenth = totalBytes > 0 ? Math.floor((downloadedBytes / totalBytes) * 10) : 0;
    if (tenth === said) return;
    said = tenth;
    const size = totalBytes > 0 ? ` of ${Math.round(totalBytes / 1e6)} MB` : '';
    print(`Downloading the browser: ${tenth * 10}%${size}`);
  };
}

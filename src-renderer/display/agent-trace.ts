import type { JobAnswer } from '../api/job-types';
import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';
import { filePath } from './file-address';

/** A step of an agent and its results. */
export interface TraceEntry {
  readonly step: number;
  readonly title: string;
  readonly query?: string;
  /** Label of the control used in the step. */
  readonly label?: string;
  /** Path of the screenshot taken after the step. */
  readonly screenshot?: string;
  /** Pages read in the step. */
  readonly urls: readonly string[];
  readonly reason?: string;
  /** Number of values first found in this step. */
  readonly found: number;
  /** Names of the values read from the step's pages. Known only after the run. */
  readonly filled: readonly string[];
  readonly at?: string;
  readonly isRunning: boolean;
}

const titles: Readonly<Record<string, TextKey>> = {
  search: 'extract.searched',
  open: 'extract.opened',
  'next-page': 'extract.nextPage',
  'load-more': 'extract.loadedMore',
  tab: 'extract.openedTab',
  unfold: 'extract.unfolded',
  'search-form': 'extract.searchedSite',
};

const lastName = (pointer: string): string =>
  pointer
    .split('/')
    .filter((part) => !/^\d*$/.test(part))
    .at(-1) ?? pointer;

/** Returns the names of the values that a finished run read from the given pages. */
function filledBy(urls: readonly string[], { sources = {} }: JobAnswer): readonly string[] {
  const own = Object.entries(sources).filter(([, [first]]) => first && urls.includes(first.url));
  return [...new Set(own.map(([pointer]) => lastName(pointer)))];
}

/** Returns the steps of a run with their results. The start pages come first, followed by the agent's steps. */
export function traceOf(answer: JobAnswer, startUrls: readonly string[], isRunning: boolean): readonly TraceEntry[] {
  const { steps = [], sources } = answer;
  const start =
    startUrls.length > 0
      ? [{ step: 0, title: t('extract.startPages'), urls: startUrls, values: 0, brought: undefined }]
      : [];
  const taken = steps.map(({ action, input, found: brought, url = input.url, screenshot, ...facts }) => ({
    ...facts,
    title: t(titles[action] ?? 'extract.opened'),
    query: input.query,
    label: input.label,
    urls: input.urls ?? input.found ?? (url ? [url] : []),
    screenshot: filePath(screenshot ?? ''),
    brought,
  }));
  const all = [...start, ...taken];
  return all.map(({ brought, ...entry }, at) => {
    const next = all[at + 1];
    const valuesAfter = next?.values ?? Object.keys(sources ?? {}).length;
    return {
      ...entry,
      found: brought ?? Math.max(0, valuesAfter - entry.values),
      filled: filledBy(entry.urls, answer),
      isRunning: isRunning && !next && brought === undefined,
    };
  });
}

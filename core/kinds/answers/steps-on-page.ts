import type { Extraction } from '../../common/extraction';
import type { Result } from '../../common/model';
import { bareHost } from '../../common/url-identity';
import type { FrontierTask } from '../../ports/jobs/frontier';
import { toReadPage } from './merge-pages';
import { fieldWords, nextLinks } from './next-links';
import { listSteps, type PageStep, partSteps, type SteppedPage, searchSteps, stepOf } from './page-steps';
import { queryWords } from './query-words';
import { searchWords } from './site-pages';
import { digestOf } from './step-log';

/** The data that a job requests. */
export interface ExtractionGoal {
  readonly prompt: string;
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
}

/** Maximum number of site search results to open. */
const maxResults = 3;

/** Returns the possible steps on a page, most promising first. */
export function stepsOn(
  read: { readonly task: FrontierTask; readonly result: Result },
  request: ExtractionGoal,
): readonly PageStep[] {
  const page = steppedPage(read);
  if (!page) return [];
  const digest = digestOf(read.result);
  return [
    ...listSteps(page, digest),
    ...partSteps(page, digest),
    ...searchSteps(page, wordsOf(request)),
    ...resultSteps(page, request),
  ];
}

/** Returns a page with its controls, data and missing values. Undefined when the job did not request controls. */
function steppedPage({
  task,
  result,
}: {
  readonly task: FrontierTask;
  readonly result: Result;
}): SteppedPage | undefined {
  const { controls, tree } = toReadPage(result);
  if (!controls) return undefined;
  const { missing } = result.document.extraction as Extraction;
  return { task, result, controls, tree, missing: missing.map(({ path }) => path) };
}

/** Returns the words for a site search. */
function wordsOf({ prompt, schema }: ExtractionGoal): string {
  const fields = searchWords({ schema }).split(' ');
  return queryWords(prompt, fields);
}

/** Returns the steps that open the first results of a site search. */
function resultSteps({ task, result, missing }: SteppedPage, { prompt }: ExtractionGoal): readonly PageStep[] {
  const from = stepOf(task);
  if (from?.action !== 'search-form' || missing.length === 0) return [];
  const page = toReadPage(result);
  const host = bareHost(new URL(page.url).hostname);
  const own = page.links.filter((link) => bareHost(URL.parse(link)?.hostname ?? '') === host && link !== page.url);
  const likely = nextLinks([page], new Set(), missing, `${prompt} ${from.query ?? ''}`);
  const chosen = [...new Set([...likely, ...own])].slice(0, maxResults);
  const reason = `The search found this page, which may contain ${fieldWords(missing).join(', ')}.`;
  const before = { taskId: result.taskId, values: 0, digest: '' };
  return chosen.map((url) => ({ action: 'open', url, actions: [], label: '', reason, before }));
}

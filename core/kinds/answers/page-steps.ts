import type { TakenStep } from '../../common/api/taken-step';
import type { ActionRequest, ActionResults, Result } from '../../common/model';
import type { PageControls } from '../../contract/page-controls';
import { saysMore } from '../../page/records/next-labels';
import type { FrontierTask, NewTask } from '../../ports/jobs/frontier';
import type { RedirectOutcome } from '../../ports/jobs/job-rules';
import { landed, pageTask } from './page-task';
import { countValues, type Tree } from './value-tree';

/** Kind of browser step. */
export type BrowserAction = Exclude<TakenStep['action'], 'search'>;

/** A possible step on a page. It is plain JSON, because it is stored with its task. */
export interface PageStep {
  readonly action: BrowserAction;
  /** URL of the page to open or to act on. */
  readonly url: string;
  /** Browser actions to perform on the page: first those of earlier steps, then those of this step. */
  readonly actions: readonly ActionRequest[];
  /** Label of the control. */
  readonly label: string;
  readonly query?: string;
  readonly reason: string;
  /** State of the page before the step. */
  readonly before: { readonly taskId: string; readonly values: number; readonly digest: string };
}

/** A page, with the data from which its next steps are derived. */
export interface SteppedPage {
  readonly task: FrontierTask;
  readonly result: Result;
  readonly controls: PageControls;
  readonly tree: Tree;
  /** JSON pointers of missing values. */
  readonly missing: readonly string[];
}

/** Returns the step that led to a page, if any. */
export const stepOf = ({ data }: Pick<FrontierTask, 'data'>): PageStep | undefined =>
  data?.step as PageStep | undefined;

/** Handles a redirect after a step. Ignores the final URL if several pages may share it. */
export const landedByStep = (task: FrontierTask, finalUrl: string): RedirectOutcome => {
  // Pages may have the same final URL after browser actions, or when a start page is read without its trailing slash.
  const isShared = (stepOf(task)?.actions.length ?? 0) > 0 || task.data?.site !== undefined;
  return isShared ? { kind: 'fine', keys: [] } : landed(task, finalUrl);
};

/** Returns the task for a step. If the step has browser actions, they become part of the task's key. */
export function stepTask(step: PageStep, depth: number): NewTask {
  const { url, actions } = step;
  const task = pageTask(url, depth, { step });
  return actions.length === 0 ? task : { ...task, key: `${task.key} ${JSON.stringify(actions)}` };
}

/** Maximum number of attempts to load more records in one step. */
const triesPerStep = 5;
const maxTabs = 6;
const maxFolds = 8;
/** A list with at least this number of records is scrolled to load more. */
const longList = 6;

/**
 * Returns the steps that continue a list: opening the next page or loading more records. Empty if the previous step
 * found nothing new.
 */
export function listSteps(page: SteppedPage, digest: string): readonly PageStep[] {
  const { task, result, controls } = page;
  const from = stepOf(task);
  const values = countValues(page.tree);
  const goesOn = from === undefined || from.action === 'search-form' || hasGained(from, values, digest);
  if (recordsIn(page.tree) === 0 || !goesOn || from?.action === 'tab' || from?.action === 'unfold') return [];
  const { next } = controls;
  const before = { taskId: result.taskId, values, digest };
  const shared = { label: next?.label ?? '', before };
  if (next?.kind === 'link' && next.url !== undefined) {
    return [{ ...shared, action: 'next-page', url: next.url, actions: [], reason: next.why }];
  }
  // Each step first repeats all earlier actions on the page.
  const done = from?.actions ?? [];
  const { url, depth } = task;
  if (next?.kind === 'button' && !saysMore(next.label)) {
    const actions = [...done, { type: 'click', selector: next.selector }];
    return [{ ...shared, action: 'next-page', url, actions, reason: next.why }];
  }
  const last = done.at(-1);
  const isScrolled = last?.type === 'loadMore' && last.selector === undefined;
  const mayGrow = next !== undefined || isScrolled || (!from && depth === 0 && recordsIn(page.tree) >= longList);
  if (!mayGrow || hasEnded(result, last)) return [];
  const selector = next?.kind === 'button' ? { selector: next.selector } : {};
  const most = triesPerStep + (last?.type === 'loadMore' ? Number(last.most) : 0);
  const actions = [...done.filter(({ type }) => type !== 'loadMore'), { type: 'loadMore', ...selector, most }];
  const reason = next?.why ?? 'The page has no link to a next page, so it is scrolled to check whether its list grows.';
  return [{ ...shared, action: 'load-more', url, actions, reason }];
}

/**
 * True when a step changed a page's values. If the step loads more records or unfolds a section, the number of values
 * must have increased.
 */
export const hasGained = ({ action, before }: PageStep, values: number, digest: string): boolean =>
  action === 'load-more' || action === 'unfold' ? values > before.values : values > 0 && digest !== before.digest;

/** True when the last step stopped loading records before its limit, because no more records appeared. */
function hasEnded({ document }: Result, last: ActionRequest | undefined): boolean {
  const { javascriptReturns = [] } = (document.actions ?? {}) as Partial<ActionResults>;
  return last?.type === 'loadMore' && Number(javascriptReturns.at(-1)?.value) < Number(last.most);
}

/** Returns the length of the longest list in a page's data. */
function recordsIn(tree: Tree): number {
  if (tree.kind === 'items') return tree.items.filter(({ kind }) => kind === 'fields').length;
  return tree.kind === 'fields' ? Math.max(0, ...[...tree.fields.values()].map(recordsIn)) : 0;
}

/** Returns the steps that open tabs and collapsed sections, which may contain the missing values. */
export function partSteps({ task, result, controls, tree, missing }: SteppedPage, digest: string): readonly PageStep[] {
  if (stepOf(task) !== undefined) return [];
  const { tabs, folds } = controls;
  const before = { taskId: result.taskId, values: countValues(tree), digest };
  const { url } = task;
  const wanted = missing.map((path) => path.slice(1)).join(', ');
  const reason = wanted === '' ? 'The tab may show more of the list.' : `The page does not contain ${wanted}.`;
  const mayHelp = tabs.filter(({ isFilled }) => missing.length > 0 || (!isFilled && recordsIn(tree) > 0));
  const steps: PageStep[] = mayHelp.slice(0, maxTabs).map(({ selector, label }) => {
    return { action: 'tab', url, actions: [{ type: 'click', selector }], label, reason, before };
  });
  if (missing.length === 0 || folds.length === 0) return steps;
  const opened = folds.slice(0, maxFolds);
  const actions = opened.map(({ selector }) => ({ type: 'click', selector }));
  const label = opened.map((one) => one.label).join(', ');
  return [...steps, { action: 'unfold', url, actions, label, reason, before }];
}

/** Returns the steps that use the site's search form. Empty if the page contains any of the requested values. */
export function searchSteps({ task, result, controls, tree }: SteppedPage, words: string): readonly PageStep[] {
  const [form] = controls.searches;
  if (!form || words === '' || stepOf(task) !== undefined || countValues(tree) > 0) return [];
  const before = { taskId: result.taskId, values: 0, digest: '' };
  const shared = { action: 'search-form', label: form.label, query: words, before } as const;
  const reason = 'The page contains none of the requested values, but its site can be searched.';
  if (form.action !== undefined && form.field !== undefined) {
    const target = new URL(form.action);
    target.searchParams.set(form.field, words);
    return [{ ...shared, url: target.href, actions: [], reason }];
  }
  const { selector } = form;
  const actions = [
    { type: 'click', selector },
    { type: 'write', text: words },
    { type: 'press', key: 'Enter' },
  ];
  return [{ ...shared, url: task.url, actions, reason }];
}

import type { RecordedStep, StepElement } from '../common/api/recorded-step';
import type { TabScroll } from '../engines/live-tab';

/** Most steps that a scroll is recorded as. */
const mostViews = 10;
/** Pixels to the end that count as there. */
const nearEnd = 4;

/** The steps that scroll a page, or an element, from a place to where it is now: to its end, else by whole views. */
export function scrollSteps(from: number, { y, view, whole }: TabScroll, element?: StepElement): RecordedStep[] {
  const direction = y < from ? ('up' as const) : ('down' as const);
  const where = element ? { selector: element.selectors[0] } : {};
  const step = (more: { readonly toEnd?: true }): RecordedStep => ({
    action: { type: 'scroll', direction, ...where, ...more },
    ...(element ? { element } : {}),
  });
  const views = Math.round(Math.abs(y - from) / Math.max(1, view));
  const isEnd = direction === 'up' ? y <= nearEnd : y + view >= whole - nearEnd;
  if (isEnd && y !== from) return [step({ toEnd: true })];
  return Array.from({ length: Math.min(views, mostViews) }, () => step({}));
}

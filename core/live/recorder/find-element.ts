import { isTag } from 'domhandler';
import type { StepElement } from '../../common/api/recorded-step';
import type { LiveTab } from '../../net/engines/live-tab';
import type { LiveDocument } from '../live-document';
import { controlOf, labelOf } from './step-element';
import { stepSelectors, textSelectors } from './step-selectors';

/** Maximum number of selectors stored per element. */
const maxSelectors = 4;

/**
 * Returns the tag, label and working selectors of the element with the given mirror ID, or of the control around it.
 * Undefined when no selector finds either of them.
 */
export async function elementOf(tab: LiveTab, page: LiveDocument, id: number): Promise<StepElement | undefined> {
  const own = page.nodeOf(id);
  if (!own || !isTag(own)) return undefined;
  const control = controlOf(own);
  for (const element of control === own ? [own] : [control, own]) {
    const node = page.idOf(element);
    const label = labelOf(element, page.document);
    const selectors: string[] = [];
    for (const selector of stepSelectors(element, page.document, label)) {
      if (selectors.length === maxSelectors) break;
      if ((await tab.firstMatch(selector)) === node) selectors.push(selector);
    }
    if (selectors.length > 0) return { tag: element.name, label, selectors };
  }
  return undefined;
}

/**
 * Returns a selector that finds a step's element, based on its recorded selectors and label. Prefers an element with
 * the same tag and label.
 */
export async function offerFor(tab: LiveTab, page: LiveDocument, known: StepElement): Promise<string | undefined> {
  const { tag, label, selectors } = known;
  let other: string | undefined;
  for (const selector of [...selectors, ...textSelectors(tag, label)]) {
    const node = await tab.firstMatch(selector);
    if (node === undefined) continue;
    const found = await elementOf(tab, page, node);
    if (found && found.tag === tag && found.label === label) return found.selectors[0];
    other ??= selector;
  }
  return other;
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { isTag } from 'domhandler';
import type { PageList } from '../../common/api/live-table';
import { recipeNameOf } from '../../page/recipes/recipe-name';
import { tableSteps } from '../../page/records/build-table';
import type { LiveDocument } from '../live-document';

const prepared = new WeakSet<LiveDocument>();

/**
 * Builds and caches the table of a page's best list in advance, so that the first click on the page is handled quickly.
 * Runs in steps, so that the engine can answer other requests between them. Stops once `isCurrent` returns false, or if
 * a step throws. In the latter case, the click reports the error.
 */
export async function prepareTable(
  page: LiveDocument,
  [best]: readonly PageList[],
  isCurrent: () => boolean,
): Promise<void> {
  const pick = best && page.nodeOf(best.pick);
  if (!pick || !isTag(pick) || prepared.has(page)) return;
  prepared.add(page);
  const request = { picks: [pick], without: [], level: 0, single: false, name: recipeNameOf(page.address) };
  for (const step of tableSteps(page, request)) {
    await nextTurn();
    if (!isCurrent()) return;
    try {
      step();
    } catch {
      return;
    }
  }
}

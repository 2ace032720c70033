import { ref } from 'vue';
import type { LiveTable } from '../../../core/common/api/live-table';
import { liveApi } from '../../api/live-api';

/**
 * Checks lists whose next page is unknown. Scrolls the page to see whether the list grows. Checks each list only once.
 */
export function useListGrowth() {
  const known = new Map<string, boolean>();
  const trying = ref(false);

  /** True for a list that grows. If the page cannot be scrolled now, repeats the check later. */
  async function grows(id: string, { address, recipe, next }: LiveTable): Promise<boolean> {
    const selector = recipe?.records?.selector;
    if (selector === undefined || next || recipe?.next !== undefined || recipe?.more) return false;
    const list = `${id} ${address} ${selector}`;
    const found = known.get(list);
    if (found !== undefined) return found;
    known.set(list, false);
    trying.value = true;
    try {
      const answer = await liveApi.grow(id, selector);
      known.set(list, answer.grows);
      return answer.grows;
    } catch {
      known.delete(list);
      return false;
    } finally {
      trying.value = false;
    }
  }
  return { trying, grows };
}

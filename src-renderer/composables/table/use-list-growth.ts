import { ref } from 'vue';
import type { LiveTable } from '../../../core/common/api/live-table';
import { liveApi } from '../../api/live-api';

/** If no next page is known, scrolls a list to find out whether more records appear. Checks each list only once. */
export function useListGrowth() {
  const known = new Map<string, boolean>();
  const trying = ref(false);

  /** Returns true if a list grows. If scrolling fails, a later call repeats the check. */
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

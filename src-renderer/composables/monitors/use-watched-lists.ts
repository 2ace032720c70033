import { onScopeDispose, ref, shallowRef } from 'vue';
import type { LiveTable, PageList } from '../../../core/common/api/live-table';
import { liveApi } from '../../api/live-api';
import { tableKey, type WatchedTable } from '../../schema/watched-table';
import { openPage } from '../live/open-page';
import { nothing } from '../table/table-picks';
import { useListGrowth } from '../table/use-list-growth';
import { defaultLimit, defaultWaitMs } from '../table/use-table-request';

/** Delay in ms before the lists are read again if the page has none yet. */
const readAgainMs = 1500;
/** Maximum number of lists to offer. */
const maxLists = 3;

/** Finds the lists on a page, and turns a chosen list into a table to watch. */
export function useWatchedLists() {
  const state = ref<'idle' | 'reading' | 'ready'>('idle');
  const lists = shallowRef<readonly PageList[]>([]);
  const growth = useListGrowth();
  let page: string | undefined;
  let url = '';
  /** Incremented for each page, so that responses for an earlier page can be discarded. */
  let turn = 0;

  function close(): void {
    turn++;
    if (page) void liveApi.close(page).catch(() => undefined);
    [page, url, lists.value, state.value] = [undefined, '', [], 'idle'];
  }

  /** Opens a page and reads its lists. Offers no lists if the page or the browser cannot be opened. */
  async function read(address: string): Promise<void> {
    if (address === url) return;
    close();
    const mine = turn;
    [url, state.value] = [address, 'reading'];
    try {
      const { id } = await openPage(address, {});
      if (mine !== turn) return void liveApi.close(id).catch(() => undefined);
      page = id;
      let found = (await liveApi.lists(id)).lists;
      if (found.length === 0) {
        await new Promise((resolve) => setTimeout(resolve, readAgainMs));
        if (mine === turn) found = (await liveApi.lists(id)).lists;
      }
      if (mine === turn) [lists.value, state.value] = [found.slice(0, maxLists), 'ready'];
    } catch {
      if (mine === turn) state.value = 'ready';
    }
  }

  /** Returns the request for a job that reads all rows of a list. Undefined if the list cannot be read. */
  async function tableOf({ pick, name, about, count }: PageList): Promise<WatchedTable | undefined> {
    const id = page;
    if (id === undefined) return undefined;
    const first = await liveApi.table(id, { ...nothing, picks: [pick] });
    const grows = await growth.grows(id, first);
    const table: LiveTable = grows ? await liveApi.table(id, { ...nothing, picks: [pick], grows }) : first;
    const { recipe, rows, fields, address } = table;
    if (!recipe) return undefined;
    const columns = fields.map((field) => field.name);
    return {
      request: { url: address, recipe, limit: defaultLimit.list, scrapeOptions: { waitFor: defaultWaitMs } },
      name: name ?? address,
      columns,
      key: tableKey(columns, rows),
      rows: table.about ?? about ?? count,
    };
  }

  onScopeDispose(close);
  return { state, lists, read, close, tableOf };
}

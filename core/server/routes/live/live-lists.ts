import { listsAnswer } from '../../../common/api/live-table';
import { idParams } from '../../../common/api/params';
import { LivePages } from '../../../live/live-pages';
import { listsOf } from '../../../live/records/page-lists';
import { prepareTable } from '../../../live/records/prepare-table';
import { route, routeGroup } from '../../route';

/** Routes for lists that were found on a live page. */
export const liveListRoutes = routeGroup([LivePages], (pages) => [
  route(
    'GET',
    '/local/live/:id/lists',
    {
      tag: 'live',
      params: idParams,
      answer: listsAnswer,
      description: 'Lists found on a live page, as small tables.',
    },
    async ({ params }) => {
      const session = pages.get(params.id);
      const page = await session.document();
      const lists = listsOf(page);
      void prepareTable(page, lists, () => session.isCurrent(page));
      return { version: page.version, lists: [...lists] };
    },
  ),
]);

import { listsAnswer } from '../../../common/api/live-table';
import { idParams } from '../../../common/api/params';
import { LivePages } from '../../../live/live-pages';
import { listsOf } from '../../../live/records/page-lists';
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
      const page = await pages.get(params.id).document();
      return { version: page.version, lists: [...listsOf(page)] };
    },
  ),
]);

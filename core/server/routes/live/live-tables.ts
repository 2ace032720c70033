import { z } from 'zod';
import { grownAnswer, liveTable, type TablePicks, tablePicks } from '../../../common/api/live-table';
import { idParams } from '../../../common/api/params';
import { cssSelector } from '../../../contract/css-selector';
import { recipeFields, recipeSchema } from '../../../contract/recipe-file';
import { LivePages } from '../../../live/live-pages';
import { tableOfPicks } from '../../../live/records/live-table';
import { growsWhenScrolled } from '../../../page/records/paging/grows-when-scrolled';
import { route, routeGroup } from '../../route';

const body = z.strictObject({
  ...tablePicks,
  fields: recipeFields.optional().describe('Columns as last edited by the user. If omitted, Gleaner suggests columns.'),
  recipe: recipeSchema.optional().describe('Recipe used to read the page, instead of detecting records.'),
  continues: recipeSchema
    .optional()
    .describe('Recipe of a list that continues on this page. The new recipe keeps its URL patterns and pagination.'),
});

const tryBody = z.strictObject({ records: cssSelector.describe('CSS selector that matches the records of the list.') });
const one = { tag: 'live', params: idParams };

/** Routes for a table built by clicking elements in a live page. */
export const liveTableRoutes = routeGroup([LivePages], (pages) => [
  route(
    'POST',
    '/local/live/:id/table',
    {
      ...one,
      body,
      answer: liveTable,
      description: 'Builds a table, and the recipe that reads it, from elements picked on a live page.',
    },
    async ({ params, body: picks }) => tableOfPicks(await pages.get(params.id).document(), picks as TablePicks),
  ),
  route(
    'POST',
    '/local/live/:id/grow',
    {
      ...one,
      body: tryBody,
      answer: grownAnswer,
      description: 'Scrolls a live page to the end of a list and back, to check whether more records load.',
    },
    async ({ params, body: { records } }) => ({
      grows: await pages.get(params.id).work((tab) => growsWhenScrolled(tab, records)),
    }),
  ),
]);

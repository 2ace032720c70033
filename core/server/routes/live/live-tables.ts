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
  fields: recipeFields.optional().describe('Fields as last edited; suggested automatically if omitted.'),
  recipe: recipeSchema.optional().describe('Recipe to read the page with, instead of looking for records.'),
  continues: recipeSchema
    .optional()
    .describe('Recipe of a list that continues on this page; its URLs and pagination stay unchanged.'),
});

const tryBody = z.strictObject({ records: cssSelector.describe('CSS selector of the records of the list.') });
const one = { tag: 'live', params: idParams };

/** A table built by clicking elements in a live page. */
export const liveTableRoutes = routeGroup([LivePages], (pages) => [
  route(
    'POST',
    '/local/live/:id/table',
    {
      ...one,
      body,
      answer: liveTable,
      description: 'Builds a table from picks on a live page: records, fields, rows and the recipe.',
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
      description: 'Scrolls the live page to the end of a list and back, to check whether the list grows.',
    },
    async ({ params, body: { records } }) => ({
      grows: await pages.get(params.id).work((tab) => growsWhenScrolled(tab, records)),
    }),
  ),
]);

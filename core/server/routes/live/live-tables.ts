import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { type LiveTable, liveTable, type TablePicks, tablePicks } from '../../../common/api/live-table';
import { idParams } from '../../../common/api/params';
import { errorAnswers } from '../../../common/api/responses';
import { cssSelector } from '../../../contract/css-selector';
import { recipeFields, recipeSchema } from '../../../contract/recipe-file';
import { LivePages } from '../../../live/live-pages';
import { tableOfPicks } from '../../../live/records/live-table';
import { growsWhenScrolled } from '../../../page/records/paging/grows-when-scrolled';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';

const body = z.strictObject({
  ...tablePicks,
  fields: recipeFields.optional().describe('Fields as they were left; they are suggested when absent.'),
  recipe: recipeSchema.optional().describe('Reads the page by this recipe instead of looking for records.'),
  continues: recipeSchema
    .optional()
    .describe('Recipe of a list that goes on on this page: its addresses and its way to further pages stay.'),
});

const tryBody = z.strictObject({ records: cssSelector.describe('CSS selector of the records of the list.') });
const tried = z.object({ grows: z.boolean().describe('True when further records came.') });

/** A table of a live page, made of what was clicked there. */
@injectable()
export class LiveTableRoutes implements Routes {
  constructor(@inject(LivePages) private readonly pages: LivePages) {}

  register(app: FastifyInstance): void {
    const response = { 200: liveTable, ...errorAnswers };
    const description = 'The table that picks on a live page make: records, fields, rows and the recipe.';
    const schema = { params: idParams, body, response, tags: ['live'], description };
    app
      .withTypeProvider<ZodRequests>()
      .post('/local/live/:id/table', { schema }, async ({ params, body: picks }): Promise<LiveTable> => {
        return tableOfPicks(await this.pages.get(params.id).document(), picks as TablePicks);
      });
    const trial = {
      ...{ params: idParams, body: tryBody, response: { 200: tried, ...errorAnswers }, tags: ['live'] },
      description: 'Scrolls the live page to the end of a list and back, to see whether the list grows.',
    };
    app
      .withTypeProvider<ZodRequests>()
      .post('/local/live/:id/grow', { schema: trial }, async ({ params, body: { records } }) => ({
        grows: await this.pages.get(params.id).work((tab) => growsWhenScrolled(tab, records)),
      }));
  }
}

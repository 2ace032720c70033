import { z } from 'zod';
import {
  checkAnswer,
  checkDetailAnswer,
  checkListAnswer,
  createMonitor,
  monitorAnswer,
  monitorListAnswer,
  pageStates,
  updateMonitor,
} from '../../../common/api/client/monitors';
import { done, doneAnswer } from '../../../common/api/responses';
import { ApiMonitors } from '../../../jobs/api-monitors/api-monitors';
import { abortOnDisconnect } from '../../callers';
import { route, routeGroup } from '../../route';
import { ownAddress } from '../jobs/jobs';

const params = z.object({ id: z.guid().describe('ID of the monitor.') });
const checkParams = params.extend({ checkId: z.guid().describe('ID of the check.') });
const number = z.coerce.number().int().min(0);
const limit = number.min(1).max(100).default(20).describe('Maximum number of entries.');
const listQuery = z.object({ limit, offset: number.default(0).describe('Number of entries to skip.') });
const pageQuery = z.object({
  limit: number.min(1).max(100).default(100).describe('Maximum number of pages.'),
  skip: number.default(0).describe('Number of pages to skip.'),
  status: z.enum(pageStates).optional().describe('Return only pages in this state.'),
});

const tag = 'v2';
const path = '/v2/monitor';
const one = { tag, params };
const success = true as const;
const example = {
  name: 'Prices',
  schedule: { text: 'daily at 9:00' },
  targets: [{ type: 'scrape', urls: ['https://example.com/'] }],
};

/** Routes for creating, reading and changing monitors, including monitors created in the app. */
export const apiMonitorRoutes = routeGroup([ApiMonitors], (monitors) => [
  route(
    'POST',
    path,
    {
      tag,
      body: createMonitor,
      example,
      answer: monitorAnswer,
      description: 'Creates a monitor, which reads pages on a schedule and reports changes.',
    },
    async ({ body }) => ({ success, data: await monitors.create(body) }),
  ),
  route(
    'GET',
    path,
    {
      tag,
      query: listQuery,
      answer: monitorListAnswer,
      description: 'Monitors, newest first, including those created in the app.',
    },
    async ({ query: { limit, offset } }) => ({ success, data: (await monitors.list()).slice(offset, offset + limit) }),
  ),
  route(
    'GET',
    `${path}/:id`,
    { ...one, answer: monitorAnswer, description: 'A monitor.' },
    async ({ params: { id } }) => ({
      ...{ success, data: await monitors.get(id) },
    }),
  ),
  route(
    'PATCH',
    `${path}/:id`,
    {
      ...one,
      body: updateMonitor,
      example: { status: 'paused' },
      answer: monitorAnswer,
      description: 'Updates a monitor; omitted fields stay unchanged.',
    },
    async ({ params: { id }, body }) => ({ success, data: await monitors.update(id, body) }),
  ),
  route(
    'DELETE',
    `${path}/:id`,
    {
      ...one,
      answer: doneAnswer,
      description: 'Deletes a monitor; the results of each check expire 24 hours after the check ends.',
    },
    async ({ params: { id } }) => {
      await monitors.remove(id);
      return done;
    },
  ),
]);

/** Routes for monitor checks. */
export const monitorCheckRoutes = routeGroup([ApiMonitors], (monitors) => [
  route(
    'POST',
    `${path}/:id/run`,
    { ...one, answer: checkAnswer, description: 'Starts a check for a monitor.' },
    async ({ params: { id }, keyId }, reply) => ({
      ...{ success, data: await monitors.run(id, { keyId, signal: abortOnDisconnect(reply) }) },
    }),
  ),
  route(
    'GET',
    `${path}/:id/checks`,
    { ...one, query: listQuery, answer: checkListAnswer, description: "A monitor's checks, newest first." },
    async ({ params: { id }, query: { limit, offset } }) => {
      const checks = await monitors.checks.list(await monitors.document(id));
      return { success, data: checks.slice(offset, offset + limit) };
    },
  ),
  route(
    'GET',
    `${path}/:id/checks/:checkId`,
    { tag, params: checkParams, query: pageQuery, answer: checkDetailAnswer, description: 'A check and its pages.' },
    async ({ params: { id, checkId }, query, protocol, headers }) => {
      const document = await monitors.document(id);
      const { check, total } = await monitors.checks.detail(document, checkId, query);
      const { skip, limit, status } = query;
      const end = skip + limit;
      const more = `${ownAddress({ protocol, headers })}${path}/${id}/checks/${checkId}?skip=${end}&limit=${limit}`;
      const next = end < total ? { next: status ? `${more}&status=${status}` : more } : {};
      return { success, data: { ...check, ...next } };
    },
  ),
]);

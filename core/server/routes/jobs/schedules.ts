import { done, doneAnswer } from '../../../common/api/responses';
import { nameParams, schedulesAnswer, timesAnswer } from '../../../common/api/saved-answers';
import { scheduleRequest } from '../../../common/saved-job';
import { SavedJobs } from '../../../jobs/saved-jobs';
import { Scheduler } from '../../../jobs/schedules/scheduler';
import { route, routeGroup } from '../../route';

const shownTimes = 5;
const path = '/local/saved/:name/schedule';
const tag = 'schedules';
const one = { tag, params: nameParams, answer: doneAnswer };
const previewBody = scheduleRequest.pick({ cron: true, timeZone: true });

/** Routes for schedules of saved jobs. */
export const scheduleRoutes = routeGroup([Scheduler, SavedJobs], (scheduler, saved) => [
  route(
    'GET',
    '/local/schedules',
    { tag, answer: schedulesAnswer, description: 'Schedules of saved jobs, with their next run times.' },
    async () => {
      const scheduled = (await saved.list()).flatMap(({ name, schedule }) => (schedule ? [{ name, ...schedule }] : []));
      return { items: scheduled.map((one) => ({ ...one, next: scheduler.times(one, shownTimes) })) };
    },
  ),
  route(
    'POST',
    '/local/schedules/preview',
    {
      tag,
      body: previewBody,
      answer: timesAnswer,
      description: 'Previews the next run times of a schedule.',
    },
    async ({ body }) => ({ next: scheduler.times(body, shownTimes) }),
  ),
  route(
    'PUT',
    path,
    { ...one, body: scheduleRequest, description: 'Sets the schedule of a saved job.' },
    async ({ params: { name }, body }) => {
      await scheduler.set(name, body);
      return done;
    },
  ),
  route(
    'DELETE',
    path,
    { ...one, description: 'Deletes the schedule of a saved job.' },
    async ({ params: { name } }) => {
      await scheduler.clear(name);
      return done;
    },
  ),
]);

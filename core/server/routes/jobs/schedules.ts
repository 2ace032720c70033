import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { savedName, scheduleRequest } from '../../../common/saved-job';
import { SavedJobs } from '../../../jobs/saved-jobs';
import { Scheduler } from '../../../jobs/schedules/scheduler';
import type { Routes } from '../../http-server';
import type { ZodRequests } from '../../type-provider';
import { answering, done, doneAnswer, nameParams as params, scheduleAnswer } from './saved-answers';

const shownTimes = 5;
const path = '/local/saved/:name/schedule';
const times = z.object({ next: z.array(z.iso.datetime()).describe('The next five times.') });
const listed = z.object({
  items: z.array(scheduleAnswer.extend({ name: savedName, next: times.shape.next })).describe('Schedules by name.'),
});

/** When saved jobs run by themselves. */
@injectable()
export class ScheduleRoutes implements Routes {
  constructor(
    @inject(Scheduler) private readonly scheduler: Scheduler,
    @inject(SavedJobs) private readonly saved: SavedJobs,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const tag = 'schedules';
    const list = answering('Schedules of saved jobs, with their next times.', listed, tag);
    routes.get('/local/schedules', { schema: list }, async () => {
      const scheduled = (await this.saved.list()).flatMap(({ name, schedule }) =>
        schedule ? [{ name, ...schedule }] : [],
      );
      return { items: scheduled.map((one) => ({ ...one, next: this.scheduler.times(one, shownTimes) })) };
    });
    const body = scheduleRequest.pick({ cron: true, timeZone: true });
    const preview = { ...answering('The next times of a schedule that is not set yet.', times, tag), body };
    routes.post('/local/schedules/preview', { schema: preview }, async ({ body: asked }) => ({
      next: this.scheduler.times(asked, shownTimes),
    }));
    const set = { ...answering('Lets a saved job run by itself at some times.', doneAnswer, tag), params };
    routes.put(path, { schema: { ...set, body: scheduleRequest } }, async ({ params: { name }, body: wanted }) => {
      await this.scheduler.set(name, wanted);
      return done;
    });
    const clear = { ...answering('Lets a saved job run by itself no longer.', doneAnswer, tag), params };
    routes.delete(path, { schema: clear }, async ({ params: { name } }) => {
      await this.scheduler.clear(name);
      return done;
    });
  }
}

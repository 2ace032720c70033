import type { monitorAnswer } from '../../core/common/api/client/monitors';
import type { doneAnswer } from '../../core/common/api/responses';
import type {
  learnedAnswer,
  monitorsAnswer,
  recipesAnswer,
  runDifference,
  runsAnswer,
  SavedJob,
  savedJob,
  savedJobsAnswer,
  startedAnswer,
  timesAnswer,
} from '../../core/common/api/saved-answers';
import type { recipeShape } from '../../core/common/recipe';
import type { SavedDetails, ScheduleRequest } from '../../core/common/saved-job';
import { call } from './client';

export type { Monitor, RecipeFacts, RunDifference, SavedJob } from '../../core/common/api/saved-answers';

/** Source of a recipe: an extraction job or, if only `name` is set, the pages of the saved recipe. */
export interface LearnRequest {
  readonly jobId?: string;
  readonly name?: string;
  readonly replace?: boolean;
}

const jobPath = (name: string): string => `/local/saved/${encodeURIComponent(name)}`;
const monitorPath = (id: string): string => `/v2/monitor/${encodeURIComponent(id)}`;
const recipePath = (name: string): string => `/local/recipes/${encodeURIComponent(name)}`;

/** API calls for saved jobs and recipes. */
export const savedApi = {
  jobs: () => call<typeof savedJobsAnswer>('GET', '/local/saved'),
  put: (name: string, body: Pick<SavedJob, 'kind' | 'request'> & SavedDetails) =>
    call<typeof savedJob>('PUT', jobPath(name), { body }),
  job: (name: string) => call<typeof savedJob>('GET', jobPath(name)),
  change: (name: string, body: SavedDetails) => call<typeof savedJob>('PATCH', jobPath(name), { body }),
  runs: (name: string) => call<typeof runsAnswer>('GET', `${jobPath(name)}/runs`),
  /**
   * Returns the changes between the runs `against` and `run`. By default, `against` is the run with which `run` was
   * originally compared.
   */
  changes: (name: string, run: number, against?: number) =>
    call<typeof runDifference>(
      'GET',
      `${jobPath(name)}/runs/${run}/changes${against === undefined ? '' : `?against=${against}`}`,
    ),
  schedule: (name: string, body: ScheduleRequest) =>
    call<typeof doneAnswer>('PUT', `${jobPath(name)}/schedule`, { body }),
  unschedule: (name: string) => call<typeof doneAnswer>('DELETE', `${jobPath(name)}/schedule`),
  nextTimes: (body: Pick<ScheduleRequest, 'cron' | 'timeZone'>) =>
    call<typeof timesAnswer>('POST', '/local/schedules/preview', { body }),
  monitors: () => call<typeof monitorsAnswer>('GET', '/local/monitors'),
  watch: (name: string, body: NonNullable<SavedJob['monitor']>) =>
    call<typeof doneAnswer>('PUT', `${jobPath(name)}/monitor`, { body }),
  unwatch: (name: string) => call<typeof doneAnswer>('DELETE', `${jobPath(name)}/monitor`),
  /** Returns a monitor's record from `/v2/monitor`. */
  monitor: async (id: string) => (await call<typeof monitorAnswer>('GET', monitorPath(id))).data,
  changeMonitor: (id: string, body: Readonly<Record<string, unknown>>) =>
    call<typeof monitorAnswer>('PATCH', monitorPath(id), { body }),
  saveEnded: (id: string, name: string) => call<typeof savedJob>('POST', `/local/jobs/${id}/save`, { body: { name } }),
  rename: (name: string, to: string) =>
    call<typeof savedJob>('POST', `${jobPath(name)}/rename`, { body: { name: to } }),
  remove: (name: string) => call<typeof doneAnswer>('DELETE', jobPath(name)),
  /** Runs a saved job. If `urls` is given, the job uses these URLs instead of its own. */
  run: (name: string, urls?: readonly string[]) =>
    call<typeof startedAnswer>('POST', `${jobPath(name)}/run`, { body: { urls } }),
  recipes: () => call<typeof recipesAnswer>('GET', '/local/recipes'),
  recipe: (name: string) => call<typeof recipeShape>('GET', recipePath(name)),
  putRecipe: (name: string, body: unknown) => call<typeof recipeShape>('PUT', recipePath(name), { body }),
  removeRecipe: (name: string) => call<typeof doneAnswer>('DELETE', recipePath(name)),
  learn: (body: LearnRequest) => call<typeof learnedAnswer>('POST', '/local/recipes/learn', { body }),
};

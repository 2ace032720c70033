import type { Recipe } from '../../core/common/recipe';
import type {
  MonitorRequest,
  RowDifference,
  SavedDetails,
  SavedRun,
  Schedule,
  ScheduleNote,
  ScheduleRequest,
} from '../../core/common/saved-job';
import { call } from './client';
import type { JobRequest } from './job-types';

/** A job saved by a name. */
export interface SavedJob {
  readonly name: string;
  readonly kind: string;
  readonly description?: string;
  /** Runs that are kept beyond 24 hours. */
  readonly keepRuns: number;
  readonly schedule?: Schedule;
  readonly monitor?: MonitorRequest;
  /** The request that is sent when it runs, in its v2 form. */
  readonly request: JobRequest;
  /** ISO time. */
  readonly savedAt: string;
  /** The job it started last; absent before it ever ran. */
  readonly lastRun?: { readonly id: string; readonly at: string };
}

/** A saved job whose runs are compared. */
export interface Monitor extends SavedJob {
  readonly latest?: SavedRun;
  /** The last run in which something had changed. */
  readonly lastChange?: SavedRun;
  readonly lastNote?: ScheduleNote;
}

/** What is different between two runs. */
export interface RunDifference extends RowDifference {
  readonly run: number;
  readonly against: number;
  /** How many rows there are of each; the lists are cut. */
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number };
  readonly note?: string;
}

/** What is listed of a saved recipe. */
export interface RecipeFacts {
  readonly name: string;
  readonly description?: string;
  /** Addresses it is made for. */
  readonly pages: readonly string[];
  /** Names of its fields. */
  readonly fields: readonly string[];
  /** ISO time. */
  readonly savedAt: string;
  /** Pages it has read since. */
  readonly pagesRead: number;
  /** Usual fields that its last pages lack. */
  readonly lacking: readonly string[];
  /** ISO time since when its pages seem to have changed; absent while all is well. */
  readonly changedSince?: string;
}

/** What a recipe is learned from: an extract, or with a name alone the pages of the saved one. */
export interface LearnRequest {
  readonly jobId?: string;
  readonly name?: string;
  readonly replace?: boolean;
}

const jobPath = (name: string): string => `/local/saved/${encodeURIComponent(name)}`;
const recipePath = (name: string): string => `/local/recipes/${encodeURIComponent(name)}`;

/** Every call about saved jobs and recipes; one line each. */
export const savedApi = {
  jobs: () => call<{ items: readonly SavedJob[] }>('GET', '/local/saved'),
  put: (name: string, body: Pick<SavedJob, 'kind' | 'request'> & SavedDetails) =>
    call<SavedJob>('PUT', jobPath(name), { body }),
  job: (name: string) => call<SavedJob>('GET', jobPath(name)),
  change: (name: string, body: SavedDetails) => call<SavedJob>('PATCH', jobPath(name), { body }),
  runs: (name: string) =>
    call<{ runs: readonly SavedRun[]; notes: readonly ScheduleNote[] }>('GET', `${jobPath(name)}/runs`),
  /** What a run has changed since another one, by default the one it was compared with. */
  changes: (name: string, run: number, against?: number) =>
    call<RunDifference>(
      'GET',
      `${jobPath(name)}/runs/${run}/changes${against === undefined ? '' : `?against=${against}`}`,
    ),
  schedule: (name: string, body: ScheduleRequest) => call<unknown>('PUT', `${jobPath(name)}/schedule`, { body }),
  unschedule: (name: string) => call<unknown>('DELETE', `${jobPath(name)}/schedule`),
  nextTimes: (body: Pick<ScheduleRequest, 'cron' | 'timeZone'>) =>
    call<{ next: readonly string[] }>('POST', '/local/schedules/preview', { body }),
  monitors: () => call<{ items: readonly Monitor[] }>('GET', '/local/monitors'),
  watch: (name: string, body: MonitorRequest) => call<unknown>('PUT', `${jobPath(name)}/monitor`, { body }),
  unwatch: (name: string) => call<unknown>('DELETE', `${jobPath(name)}/monitor`),
  saveEnded: (id: string, name: string) => call<SavedJob>('POST', `/local/jobs/${id}/save`, { body: { name } }),
  rename: (name: string, to: string) => call<SavedJob>('POST', `${jobPath(name)}/rename`, { body: { name: to } }),
  remove: (name: string) => call<unknown>('DELETE', jobPath(name)),
  run: (name: string) => call<{ id: string }>('POST', `${jobPath(name)}/run`, { body: {} }),
  recipes: () => call<{ items: readonly RecipeFacts[] }>('GET', '/local/recipes'),
  recipe: (name: string) => call<Recipe>('GET', recipePath(name)),
  putRecipe: (name: string, body: unknown) => call<Recipe>('PUT', recipePath(name), { body }),
  removeRecipe: (name: string) => call<unknown>('DELETE', recipePath(name)),
  learn: (body: LearnRequest) => call<{ recipe: Recipe; warning?: string }>('POST', '/local/recipes/learn', { body }),
};

import { z } from 'zod';
import type { Answer } from '../answer';
import { recipeShape } from '../recipe';
import { columnChoice } from '../rows';
import { changedRow, monitorRequest, savedName, savedRun, schedule, scheduleNote } from '../saved-job';
import { loginProfile } from './login-profile';

/** Name of a saved job, as a path parameter or a request body. */
export const nameParams = z.object({ name: savedName });

/** Fields of a saved request: the kind of job and the v2 request. */
export const savedRequest = {
  kind: z.string().describe('Kind of job, e.g. `crawl`.'),
  request: z.record(z.string(), z.unknown()).describe('v2 request that is sent when the job runs.'),
};

const savedFields = {
  name: savedName,
  ...savedRequest,
  description: z.string().optional().describe('Purpose of the job.'),
  keepRuns: z.int().describe('Number of recent runs that are kept for more than 24 hours.'),
  savedAt: z.iso.datetime().describe('Time of the last save.'),
  lastRun: savedRun
    .pick({ id: true, at: true, rows: true, isKept: true })
    .optional()
    .describe('The most recent run; absent before the first run.'),
  schedule: schedule.optional().describe('Schedule of the automatic runs.'),
  monitor: monitorRequest.optional().describe('How the runs are compared, and whom to notify of changes.'),
  monitorChangedAt: z.iso
    .datetime()
    .optional()
    .describe('Time of the last change to `monitor`; absent if it was never changed.'),
  title: z.string().optional().describe('Name of the monitor at `/v2/monitor`, if different from the job’s name.'),
  monitorId: z.string().optional().describe('ID of the monitor at `/v2/monitor`.'),
};

/** Schema of a saved job. */
export const savedJob = z.object(savedFields).meta({ id: 'SavedJob' });
/** A saved job. */
export type SavedJob = Answer<typeof savedJob>;

/** Saved jobs, sorted by name. */
export const savedJobsAnswer = z.object({ items: z.array(savedJob) });

/** Request that runs a saved job, optionally with other URLs than the saved ones. */
export const savedRunRequest = z
  .strictObject({
    urls: z
      .array(z.string().trim().min(1).max(8192))
      .min(1)
      .optional()
      .describe(
        'URLs to use in place of the saved URLs; crawls and tables take only one URL. A job started with other URLs does not count as a run of the saved job.',
      ),
    urlsFrom: columnChoice
      .optional()
      .describe('Takes the URLs from a column of a finished job’s rows, instead of from `urls`.'),
  })
  .refine(({ urls, urlsFrom }) => !urls || !urlsFrom, { message: 'Provide either urls or urlsFrom, not both.' })
  .nullish();

/** The job that was started from a saved job. */
export const startedAnswer = z.looseObject({
  success: z.literal(true),
  id: z.string().describe('ID of the new job.'),
  url: z.string().describe('URL that returns the status of the job.'),
});

/** Runs of a saved job. */
export const runsAnswer = z.object({
  runs: z.array(savedRun).describe('Runs, newest first.'),
  notes: z.array(scheduleNote).describe('Scheduled times at which no run started, newest first.'),
});

/** Next run times for a schedule. */
export const timesAnswer = z.object({ next: z.array(z.iso.datetime()).describe('The next five scheduled times.') });

/** Schedules of all saved jobs. */
export const schedulesAnswer = z.object({
  items: z
    .array(schedule.extend({ name: savedName, next: timesAnswer.shape.next }))
    .describe('Schedules, each with the name of its saved job.'),
});

const monitor = z.object({
  ...savedFields,
  latest: savedRun.optional().describe('The most recent run.'),
  lastChange: savedRun.optional().describe('The most recent run with changes.'),
  lastNote: scheduleNote.optional().describe('Most recent scheduled time at which no run started.'),
});
/** A saved job whose runs are compared with each other. */
export type Monitor = Answer<typeof monitor>;

/** Saved jobs whose runs are compared with each other. */
export const monitorsAnswer = z.object({ items: z.array(monitor) });

const rows = z.array(z.record(z.string(), z.unknown()));
const count = z.int();

/** Schema of the difference between two runs of a saved job. */
export const runDifference = z
  .object({
    run: z.int().describe('Number of the run.'),
    against: z.int().describe('Number of the earlier run that this run is compared with.'),
    counts: z
      .object({ added: count, removed: count, changed: count })
      .describe('Number of new, removed and changed rows.'),
    added: rows.describe('New rows, at most 500.'),
    removed: rows.describe('Removed rows, at most 500.'),
    changed: z.array(changedRow).describe('Changed rows, at most 500.'),
    note: z.string().optional().describe('Note about the comparison.'),
  })
  .meta({ id: 'RunDifference' });
/** Difference between two runs of a saved job. The lists of rows are truncated. */
export type RunDifference = Answer<typeof runDifference>;

const savedAt = z.iso.datetime();
const recipeFacts = z.object({
  name: z.string().describe('Name of the recipe.'),
  description: z.string().optional().describe('Description of the recipe.'),
  pages: z.array(z.string()).describe('URL patterns of the pages that the recipe applies to.'),
  fields: z.array(z.string()).describe('Names of the fields in the recipe.'),
  savedAt: savedAt.describe('When the recipe was last changed.'),
  pagesRead: z.int().describe('Number of pages read with the recipe since its last change.'),
  lacking: z
    .array(z.string())
    .describe('Fields that pages usually contain but that were missing on at least three of the last six pages.'),
  changedSince: z.iso
    .datetime()
    .optional()
    .describe('When the page template appears to have changed; absent if the template is unchanged.'),
});
/** A saved recipe in the recipe list. */
export type RecipeFacts = Answer<typeof recipeFacts>;

/** Saved recipes. */
export const recipesAnswer = z.object({ items: z.array(recipeFacts) });

/** A recipe that was learned and saved. This schema does not validate the recipe's selectors. */
export const learnedAnswer = z.object({
  recipe: recipeShape.describe('The saved recipe.'),
  warning: z.string().optional().describe('Pages and fields that were not used, and why.'),
});

/** A login profile, and the saved jobs that use it. */
export const shownLogin = loginProfile.extend({
  usedBy: z.array(z.string()).describe('Saved jobs that use this login.'),
  warning: z.string().optional().describe('Why the saved login may not work.'),
});
/** A login profile, and the saved jobs that use it. */
export type ListedLogin = Answer<typeof shownLogin>;

/** Login profiles. */
export const loginsAnswer = z.object({ items: z.array(shownLogin) });

/** Name of a secret. */
export const secretName = z.string().trim().min(1).max(80).describe('Name of the secret.');

/** A secret, without its value. */
export const savedSecret = z.object({
  name: secretName,
  site: z.string().describe('Origin of the only site where the secret may be entered.'),
  savedAt: savedAt.describe('Time of the last save.'),
});
const shownSecret = savedSecret.extend({
  usedBy: z.array(z.string()).describe('Saved jobs with a step that enters the secret.'),
});
/** A secret, and the saved jobs that use it in a step. */
export type ListedSecret = Answer<typeof shownSecret>;

/** Secrets, without their values. */
export const secretsAnswer = z.object({ items: z.array(shownSecret) });

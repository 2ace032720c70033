import { z } from 'zod';

/** Name of a login profile. */
export const loginName = z.string().trim().min(1).max(80);

/** The `profile` field of scrape options: the login used to fetch pages. */
export const profileField = z
  .strictObject({
    name: loginName.describe('Name of the log-in, as in Settings.'),
    saveChanges: z
      .boolean()
      .default(true)
      .describe('Keep in the log-in what the site changes in its cookies and local storage.'),
    onNeedsPerson: z
      .enum(['continue', 'pause'])
      .default('continue')
      .describe(
        'When a page asks for a log-in, or whether a person is there: go on with a warning, or let the page wait until somebody has helped.',
      ),
    waitMinutes: z
      .number()
      .positive()
      .max(1440)
      .default(30)
      .describe('How long pages wait for a person, in minutes; those that still ask then fail.'),
  })
  .optional()
  .describe(
    'Log-in that was kept in the app; pages of its sites are fetched with it, and neither cached nor taken from the cache.',
  );

/** The login used to fetch pages. */
export type AskedProfile = NonNullable<z.output<typeof profileField>>;

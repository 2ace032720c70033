import { z } from 'zod';

/** Name of a login profile. */
export const loginName = z.string().trim().min(1).max(80);

/** The `profile` field of scrape options: the login used to fetch pages. */
export const profileField = z
  .strictObject({
    name: loginName.describe('Name of the login, as in Settings.'),
    saveChanges: z
      .boolean()
      .default(true)
      .describe('Update the login when the site changes its cookies or local storage.'),
    onNeedsPerson: z
      .enum(['continue', 'pause'])
      .default('continue')
      .describe(
        'What to do if a page requires a login or human verification: continue with a warning, or wait for a person.',
      ),
    waitMinutes: z
      .number()
      .positive()
      .max(1440)
      .default(30)
      .describe('Minutes that a page waits for a person before it fails.'),
  })
  .optional()
  .describe('Login saved in the app. Pages of its sites are fetched with this login, and the cache is not used.');

/** The login used to fetch pages. */
export type RequestedProfile = NonNullable<z.output<typeof profileField>>;

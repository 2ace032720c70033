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
      .describe('Save changes the site makes to its cookies and local storage in the login.'),
    onNeedsPerson: z
      .enum(['continue', 'pause'])
      .default('continue')
      .describe(
        'When a page asks for a login or human verification: continue with a warning, or let the page wait for a person.',
      ),
    waitMinutes: z
      .number()
      .positive()
      .max(1440)
      .default(30)
      .describe('Minutes that pages wait for a person; then they fail.'),
  })
  .optional()
  .describe('Login saved in the app; pages of its sites are fetched with it and bypass the cache.');

/** The login used to fetch pages. */
export type RequestedProfile = NonNullable<z.output<typeof profileField>>;

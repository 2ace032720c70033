import { z } from 'zod';

const name = z.string().trim().min(1).max(80);

/** The `profile` field of scrape options: the log-in that pages are fetched with. */
export const profileField = z
  .strictObject({
    name: name.describe('Name of the log-in, as in Settings.'),
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

/** Which log-in pages are fetched with. */
export type AskedProfile = NonNullable<z.output<typeof profileField>>;

/** Schema of what may be told of a log-in. */
export const loginProfile = z.object({
  name: name.describe('Name it is asked for by.'),
  sites: z.array(z.string()).describe('Sites it is for: registrable domains, or hosts that have none.'),
  address: z.string().describe('Address of the page on which it was kept.'),
  savedAt: z.iso.datetime().describe('When it was kept.'),
  expiresAt: z.iso.datetime().optional().describe('When its last cookie expires; absent where the site decides.'),
  askedAt: z.iso
    .datetime()
    .optional()
    .describe('When a page asked for a log-in although it was fetched with this one.'),
  usable: z.boolean().describe('False when its cookies are gone, or cannot be read any more: sign in again.'),
});

/** What may be told of a log-in. */
export type LoginProfile = z.output<typeof loginProfile>;

/** Path parameters of one log-in. */
export const profileParams = z.object({ name });

/** Body that keeps the log-in of a live page. */
export const keepProfileRequest = z.strictObject({
  live: z.uuid().describe('Id of the live page you have signed in on.'),
});

/** Body that renames a log-in. */
export const renameProfileRequest = z.strictObject({ name: name.describe('The new name.') });

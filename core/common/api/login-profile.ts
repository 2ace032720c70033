import { z } from 'zod';
import { loginName as name } from '../login-profile';

/** Schema of the public facts about a login. */
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

/** Public facts about a login. */
export type LoginProfile = z.output<typeof loginProfile>;

/** Path parameters of a login. */
export const profileParams = z.object({ name });

/** Body that saves the login of a live page. */
export const keepProfileRequest = z.strictObject({
  live: z.uuid().describe('Id of the live page you have signed in on.'),
});

/** Body that renames a login. */
export const renameProfileRequest = z.strictObject({ name: name.describe('The new name.') });

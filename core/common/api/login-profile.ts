import { z } from 'zod';
import { loginName as name } from '../login-profile';

/** Schema of the non-secret facts about a login. */
export const loginProfile = z.object({
  name: name.describe('Name by which requests refer to the login.'),
  sites: z.array(z.string()).describe('Sites the login is for: registrable domains, or hosts without one.'),
  address: z.string().describe('URL of the page from which the login was saved.'),
  savedAt: z.iso.datetime().describe('When the login was saved.'),
  expiresAt: z.iso
    .datetime()
    .optional()
    .describe('When the last cookie of the login expires; absent for session cookies.'),
  askedAt: z.iso.datetime().optional().describe('When a page fetched with this login last asked for a login again.'),
  usable: z.boolean().describe('False if the cookies are lost or unreadable; sign in again.'),
});

/** Non-secret facts about a login. */
export type LoginProfile = z.output<typeof loginProfile>;

/** Path parameters for the login routes. */
export const profileParams = z.object({ name });

/** Request that saves the login from a live page. */
export const keepProfileRequest = z.strictObject({
  live: z.uuid().describe('ID of the live page where you signed in.'),
});

/** Request that renames a login. */
export const renameProfileRequest = z.strictObject({ name: name.describe('The new name.') });

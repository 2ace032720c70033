import { z } from 'zod';
import { loginName as name } from '../login-profile';

/** Schema of a login without its secrets. */
export const loginProfile = z.object({
  name: name.describe('Name of the login; requests select it with `profile`.'),
  sites: z
    .array(z.string())
    .describe(
      'Sites that the login is for: registrable domains such as `example.com`, or hosts without a registrable domain, such as IP addresses.',
    ),
  address: z.string().describe('URL of the page from which the login was saved.'),
  savedAt: z.iso.datetime().describe('When the login was saved.'),
  expiresAt: z.iso
    .datetime()
    .optional()
    .describe('When the last cookie of the login expires; absent for session cookies.'),
  askedAt: z.iso.datetime().optional().describe('When a page last required a login even though this login was used.'),
  usable: z.boolean().describe('False if the cookies are lost or unreadable and you must sign in again.'),
});

/** A login without its secrets. */
export type LoginProfile = z.output<typeof loginProfile>;

/** Path parameters for the login routes. */
export const profileParams = z.object({ name });

/** Request that saves the session of a live page as a login. */
export const keepProfileRequest = z.strictObject({
  live: z.uuid().describe('ID of the live page where you signed in.'),
});

/** Request that renames a login. */
export const renameProfileRequest = z.strictObject({ name: name.describe('The new name.') });

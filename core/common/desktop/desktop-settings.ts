import { z } from 'zod';
import { languages } from '../values/language';

/** Settings of the desktop app. The engine does not use them. */
export const desktopSettings = z.object({
  language: z
    .enum(languages)
    .optional()
    .describe('Language of menus, tray and notifications, as last shown in the window; absent before the first start.'),
  whenClosed: z
    .enum(['ask', 'tray', 'quit'])
    .default('ask')
    .describe('Action to take when the window is closed while jobs run: ask, keep running in the tray, or quit.'),
  notifyOfJobs: z
    .boolean()
    .default(true)
    .describe('Shows a notification when a job ends while the window is not in use.'),
  openAtLogin: z.boolean().default(false).describe('Opens Gleaner when you log in to this computer.'),
  checkForUpdates: z
    .boolean()
    .default(false)
    .describe('Checks the update address for a newer version once a day. Nothing is downloaded.'),
  updateAddress: z
    .string()
    .max(2000)
    .refine((text) => text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)), {
      error: 'the update address must be an https URL, or empty',
    })
    .default('')
    .describe(
      'Where to check for the newest version: an https URL that returns {"version": "1.2.3", "url": "https://…"}.',
    ),
});

/** Values of the desktop settings. */
export type DesktopSettings = Readonly<z.output<typeof desktopSettings>>;

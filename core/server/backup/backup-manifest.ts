import { z } from 'zod';

/** Name of the first file of a backup. */
export const manifestName = 'manifest.json';
/** Name of the file with the secrets, sealed with a passphrase. */
export const sealedName = 'sealed-secrets.json';
/** Format version of a data folder; backups of a newer version are refused. */
export const backupFormat = 1;

const fileName = /^(?:[a-z][a-z-]*\.db|settings\.json|sealed-secrets\.json|plugins\/\w[\w.-]{0,100}\.m?js)$/;

/** True for a file name allowed in a backup; such a path cannot leave its directory. */
export const mayHold = (name: string): boolean => fileName.test(name) && name !== 'lock.db';

/** Description of a backup. */
export const backupManifest = z.object({
  gleaner: z.literal('backup'),
  format: z.int().min(1),
  version: z.string(),
  createdAt: z.iso.datetime(),
  files: z
    .array(
      z.object({
        name: z.string().refine(mayHold, 'This is not a file of a backup.'),
        bytes: z.int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(1000),
});

/** Description of a backup. */
export type BackupManifest = z.output<typeof backupManifest>;

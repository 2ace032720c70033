import { z } from 'zod';

/** Name of the manifest, which is the first file in a backup. */
export const manifestName = 'manifest.json';
/** Name of the file that contains the secrets, encrypted with a passphrase. */
export const sealedName = 'sealed-secrets.json';
/** Version of the data directory format. A backup with a newer version cannot be restored. */
export const backupFormat = 1;

const fileName = /^(?:[a-z][a-z-]*\.db|settings\.json|sealed-secrets\.json|plugins\/\w[\w.-]{0,100}\.(?:m?js|json))$/;

/** True for a file name that is allowed in a backup. Such a name cannot point outside the target directory. */
export const mayHold = (name: string): boolean => fileName.test(name) && name !== 'lock.db';

/** Schema of a backup's manifest. */
export const backupManifest = z.object({
  gleaner: z.literal('backup'),
  format: z.int().min(1),
  version: z.string(),
  createdAt: z.iso.datetime(),
  files: z
    .array(
      z.object({
        name: z.string().refine(mayHold, 'This file does not belong to a backup.'),
        bytes: z.int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(1000),
});

/** Description of a backup. */
export type BackupManifest = z.output<typeof backupManifest>;

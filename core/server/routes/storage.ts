import { statfs } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { done, doneAnswer } from '../../common/api/responses';
import { preparedBackup, removedAnswer, stagedBackup, storageAnswer } from '../../common/api/workspace-answers';
import { listPreviousData, removePreviousData } from '../../platform/data-folder/previous-data';
import { SettingsService } from '../../platform/settings/settings-service';
import { Restart } from '../../ports/server-facts';
import { Storage } from '../../ports/storage';
import { attachment } from '../attachment';
import { Backups } from '../backup/backups';
import { route, routeGroup } from '../route';

const backupParams = z.object({ id: z.string().regex(/^[0-9a-f]{16}$/) });
const backupBody = z.object({ passphrase: z.string().min(8).max(1000).optional() });
/** Header with the backup's passphrase. The passphrase is encoded as Base64, because headers are limited to ASCII. */
const restoreHeaders = z.looseObject({ 'x-gleaner-passphrase': z.base64().optional() });
const gzip = 'application/gzip';
const access = 'owner';

/**
 * Routes that report the used disk space, clear the page cache, and delete the data replaced by a restore. Used by the
 * UI and the command line.
 */
export const storageRoutes = routeGroup(
  [Storage, SettingsService, Backups],
  (storage: Storage, { run: { dataDir } }: SettingsService, backups: Backups) => [
    route('GET', '/local/storage', { answer: storageAnswer }, async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return {
        uses: await storage.usage(),
        freeBytes: bavail * bsize,
        isRestorePending: backups.isRestorePending,
        previous: await listPreviousData(dataDir),
      };
    }),
    route('DELETE', '/local/storage/cache', { answer: removedAnswer }, async () => {
      const removed = await storage.pages.trim({ maxAgeMs: 0, maxBytes: 0, maxEntries: 0 });
      await storage.shrink();
      return { removed };
    }),
    route('DELETE', '/local/storage/previous', { access, answer: removedAnswer }, async () => ({
      removed: await removePreviousData(dataDir),
    })),
  ],
);

/**
 * Routes for creating and restoring backups, and for the restart after a restore. Used by the UI and the command line.
 */
export const backupRoutes = routeGroup([Backups, Restart], (backups: Backups, restart: Restart) => [
  route('POST', '/local/backups', { access, body: backupBody, answer: preparedBackup }, ({ body }) =>
    backups.prepare(body.passphrase),
  ),
  route('GET', '/local/backups/:id', { access, params: backupParams, answer: gzip }, async ({ params }, reply) => {
    const { content, createdAt } = await backups.read(params.id);
    const name = `gleaner-backup-${createdAt.slice(0, 19).replaceAll(':', '-')}.tar.gz`;
    return reply
      .type(gzip)
      .header('content-disposition', attachment(name))
      .header('cache-control', 'no-store')
      .send(content);
  }),
  route(
    'POST',
    '/local/restore',
    // Streams the body, because a backup may be larger than memory.
    { access, headers: restoreHeaders, streams: gzip, answer: stagedBackup },
    ({ body, headers: { 'x-gleaner-passphrase': given } }) => {
      const passphrase = given ? Buffer.from(given, 'base64').toString('utf8') : undefined;
      return backups.stage(body as Readable, passphrase);
    },
  ),
  route('DELETE', '/local/restore', { access, answer: doneAnswer }, async () => {
    await backups.discard();
    return done;
  }),
  route('POST', '/local/restart', { access, answer: doneAnswer }, () => {
    restart.request();
    return done;
  }),
]);

import { statfs } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { listPreviousData, removePreviousData } from '../../platform/data-folder/previous-data';
import { SettingsService } from '../../platform/settings/settings-service';
import { Restart } from '../../ports/server-facts';
import { Storage } from '../../ports/storage';
import { Backups } from '../backup/backups';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

const backupParams = z.object({ id: z.string().regex(/^[0-9a-f]{16}$/) });
const backupBody = z.object({ passphrase: z.string().min(8).max(1000).optional() });
/** The passphrase in base64: headers hold no letters beyond ASCII. */
const restoreHeaders = z.looseObject({ 'x-gleaner-passphrase': z.base64().optional() });
const hide = true;
const config = { owner: true };

/** What the data folder takes up, its cache, backups, and restoring one, for the window and the command line. */
@injectable()
export class StorageRoutes implements Routes {
  constructor(
    @inject(Storage) private readonly storage: Storage,
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(Backups) private readonly backups: Backups,
    @inject(Restart) private readonly restart: Restart,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    // Handed on as it comes: a backup may be larger than memory.
    app.addContentTypeParser('application/gzip', (_request, payload, done) => done(null, payload));
    routes.get('/local/storage', { schema: { hide } }, () => this.#view());
    routes.delete('/local/storage/cache', { schema: { hide } }, async () => {
      const removed = await this.storage.pages.trim({ maxAgeMs: 0, maxBytes: 0, maxEntries: 0 });
      await this.storage.shrink();
      return { removed };
    });
    routes.post('/local/backups', { config, schema: { hide, body: backupBody } }, ({ body }) =>
      this.backups.prepare(body.passphrase),
    );
    routes.get('/local/backups/:id', { config, schema: { hide, params: backupParams } }, async ({ params }, reply) => {
      const { content, createdAt } = await this.backups.read(params.id);
      const name = `gleaner-backup-${createdAt.slice(0, 19).replaceAll(':', '-')}.tar.gz`;
      return reply
        .type('application/gzip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(content);
    });
    routes.post('/local/restore', { config, schema: { hide, headers: restoreHeaders } }, ({ body, headers }) => {
      const given = headers['x-gleaner-passphrase'];
      const passphrase = given ? Buffer.from(given, 'base64').toString('utf8') : undefined;
      return this.backups.stage(body as Readable, passphrase);
    });
    routes.delete('/local/restore', { config, schema: { hide } }, async () => {
      await this.backups.discard();
      return { success: true };
    });
    routes.delete('/local/storage/previous', { config, schema: { hide } }, async () => ({
      removed: await removePreviousData(this.settings.run.dataDir),
    }));
    routes.post('/local/restart', { config, schema: { hide } }, () => {
      this.restart.request();
      return { success: true };
    });
  }

  async #view() {
    const { dataDir } = this.settings.run;
    const { bavail, bsize } = await statfs(dataDir);
    return {
      uses: await this.storage.usage(),
      freeBytes: bavail * bsize,
      isRestorePending: this.backups.isRestorePending,
      previous: await listPreviousData(dataDir),
    };
  }
}

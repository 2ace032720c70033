import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { KeyService } from '../../auth/key-service';
import { idParams } from '../../common/api/params';
import { settingsSchema } from '../../settings/settings';
import { SettingsService } from '../../settings/settings-service';
import type { StoredKey } from '../../storage/ports';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

const toItem = ({ hash: _, ...item }: StoredKey) => item;

/** Settings and API keys, for the window and the command line. */
@injectable()
export class SettingsRoutes implements Routes {
  constructor(
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(KeyService) private readonly keys: KeyService,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const hide = true;
    routes.get('/local/settings', { schema: { hide } }, () => this.#view());
    routes.patch('/local/settings', { schema: { hide, body: z.record(z.string(), z.unknown()) } }, async ({ body }) => {
      await this.settings.update(body);
      return this.#view();
    });
    routes.get('/local/keys', { schema: { hide } }, async () => ({ items: (await this.keys.list()).map(toItem) }));
    const named = z.object({ name: z.string().trim().min(1).max(80) });
    routes.post('/local/keys', { schema: { hide, body: named } }, async ({ body }) => {
      const { key, item } = await this.keys.create(body.name);
      return { key, item: toItem(item) };
    });
    routes.delete('/local/keys/:id', { schema: { hide, params: idParams } }, async ({ params }) => {
      await this.keys.revoke(params.id);
      return { success: true };
    });
  }

  #view() {
    const { apiKey, webhookSecret: _, vaultPassphrase: __, ...run } = this.settings.run;
    return {
      settings: this.settings.stored,
      schema: z.toJSONSchema(settingsSchema, { io: 'input' }),
      run: { ...run, apiKeyGiven: apiKey !== undefined },
    };
  }
}

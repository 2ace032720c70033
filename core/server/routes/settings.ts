import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { idParams } from '../../common/api/params';
import { KeyService } from '../../platform/auth/key-service';
import type { StoredKey } from '../../platform/auth/key-store';
import { ownerSettings, pluginKey, type Settings, settingsSchema } from '../../platform/settings/settings';
import { SettingsService } from '../../platform/settings/settings-service';
import { assertOwner } from '../callers';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

const pluginParams = z.object({ kind: z.string().max(40), id: z.string().max(100) });
const owner = { owner: true };
const toItem = ({ hash: _, ...item }: StoredKey) => item;

/** Settings, those of each plugin, and API keys, for the window and the command line. */
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
    const changes = z.record(z.string(), z.unknown());
    routes.patch('/local/settings', { schema: { hide, body: changes } }, async (request) => {
      const { body } = request;
      await this.settings.update((stored: Settings) => {
        if (changesOwnerSetting(body, stored)) assertOwner(request);
        return body;
      });
      return this.#view();
    });
    const path = '/local/plugins/:kind/:id/settings';
    const config = z.record(z.string(), z.unknown());
    routes.put(
      path,
      { config: owner, schema: { hide, params: pluginParams, body: config } },
      async ({ params, body }) => {
        const key = pluginKey(params.kind, params.id);
        await this.settings.update(({ plugins }: Settings) => ({ plugins: { ...plugins, [key]: body } }));
        return { settings: this.settings.stored.plugins[key] };
      },
    );
    this.#registerKeys(app);
  }

  #registerKeys(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const hide = true;
    routes.get('/local/keys', { schema: { hide } }, async () => ({ items: (await this.keys.list()).map(toItem) }));
    const named = z.object({ name: z.string().trim().min(1).max(80) });
    routes.post('/local/keys', { config: owner, schema: { hide, body: named } }, async ({ body }) => {
      const { key, item } = await this.keys.create(body.name);
      return { key, item: toItem(item) };
    });
    routes.delete('/local/keys/:id', { config: owner, schema: { hide, params: idParams } }, async ({ params }) => {
      await this.keys.revoke(params.id);
      return { success: true };
    });
  }

  #view() {
    const {
      apiKey,
      webhookSecret: _,
      vaultPassphrase: __,
      variables: ___,
      databaseUrl: ____,
      secretKey: _____,
      secretKeyBefore: ______,
      objects: _______,
      ...run
    } = this.settings.run;
    return {
      settings: this.settings.stored,
      damaged: this.settings.damaged,
      schema: z.toJSONSchema(settingsSchema, { io: 'input' }),
      run: { ...run, apiKeyGiven: apiKey !== undefined },
    };
  }
}

/** True when a change gives a setting of the owner another value; the window sends those it shows back as they are. */
const changesOwnerSetting = (body: Readonly<Record<string, unknown>>, stored: Settings): boolean =>
  Object.entries(body).some(
    ([name, value]) => ownerSettings.has(name) && !isDeepStrictEqual(value, stored[name as keyof Settings]),
  );

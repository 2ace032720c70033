import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { idParams } from '../../common/api/params';
import { done, doneAnswer } from '../../common/api/responses';
import { keyAnswer, keysAnswer, pluginSettingsAnswer, settingsAnswer } from '../../common/api/workspace-answers';
import { toJsonSchema } from '../../common/json-schema';
import { KeyService } from '../../platform/auth/key-service';
import type { StoredKey } from '../../platform/auth/key-store';
import { ownerSettings, pluginKey, type Settings, settingsSchema } from '../../platform/settings/settings';
import { SettingsService } from '../../platform/settings/settings-service';
import { assertOwner } from '../callers';
import { route, routeGroup } from '../route';

const access = 'owner';
const record = z.record(z.string(), z.unknown());
const pluginParams = z.object({ kind: z.string().max(40), id: z.string().max(100) });
const named = z.object({ name: z.string().trim().min(1).max(80) });
const toItem = ({ hash: _, ...item }: StoredKey) => item;

/** Routes for settings, plugin settings and API keys. Used by the UI and the command line. */
export const settingsRoutes = routeGroup([SettingsService, KeyService], (settings, keys) => [
  route('GET', '/local/settings', { answer: settingsAnswer }, () => viewOf(settings)),
  route('PATCH', '/local/settings', { body: record, answer: settingsAnswer }, async ({ body, credentials }) => {
    await settings.update((stored: Settings) => {
      if (changesOwnerSetting(body, stored)) assertOwner({ credentials });
      return body;
    });
    return viewOf(settings);
  }),
  route(
    'PUT',
    '/local/plugins/:kind/:id/settings',
    { access, params: pluginParams, body: record, answer: pluginSettingsAnswer },
    async ({ params, body }) => {
      const key = pluginKey(params.kind, params.id);
      await settings.update(({ plugins }: Settings) => ({ plugins: { ...plugins, [key]: body } }));
      return { settings: settings.stored.plugins[key] };
    },
  ),
  route('GET', '/local/keys', { answer: keysAnswer }, async () => ({ items: (await keys.list()).map(toItem) })),
  route('POST', '/local/keys', { access, body: named, answer: keyAnswer }, async ({ body }) => {
    const { key, item } = await keys.create(body.name);
    return { key, item: toItem(item) };
  }),
  route('DELETE', '/local/keys/:id', { access, params: idParams, answer: doneAnswer }, async ({ params }) => {
    await keys.revoke(params.id);
    return done;
  }),
]);

function viewOf({ run: options, stored, damaged }: SettingsService) {
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
  } = options;
  return {
    settings: stored,
    damaged,
    schema: toJsonSchema(settingsSchema),
    run: { ...run, apiKeyGiven: apiKey !== undefined },
  };
}

/**
 * True when a request changes a setting that only the owner may change (`ownerSettings`). Ignores unchanged values,
 * because the UI sends all settings.
 */
const changesOwnerSetting = (body: Readonly<Record<string, unknown>>, stored: Settings): boolean =>
  Object.entries(body).some(
    ([name, value]) => ownerSettings.has(name) && !isDeepStrictEqual(value, stored[name as keyof Settings]),
  );

import { z } from 'zod';
import { done, doneAnswer } from '../../common/api/responses';
import { addedPluginFiles, pluginFileList } from '../../common/plugin-files';
import { PluginFiles } from '../../platform/plugins/plugin-files';
import { route, routeGroup } from '../route';

const params = z.object({ file: z.string().max(120) });
const addBody = z.object({ name: z.string().min(1).max(200), content: z.base64() });
const enableBody = z.object({
  enabled: z.boolean(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  trusted: z.boolean().default(false).describe('Runs the plugin outside the sandbox, with all permissions of Gleaner.'),
  hosts: z.array(z.string().max(300)).max(20).default([]).describe('Hosts of its manifest that you approve.'),
  secrets: z
    .array(z.string().max(100))
    .max(20)
    .default([])
    .describe('Names of secrets of its manifest that you approve.'),
});
const access = 'owner';
const one = { access, params, answer: doneAnswer } as const;
const path = '/local/plugin-files';

/**
 * Routes to inspect, add, enable, disable and remove the user's plugin files. Refuses callers with a stored API key.
 */
export const pluginFileRoutes = routeGroup([PluginFiles], (files) => [
  route('GET', path, { access, answer: pluginFileList }, () => files.list()),
  route('POST', path, { access, body: addBody, answer: addedPluginFiles }, async ({ body }) => ({
    items: await files.add(body.name, Buffer.from(body.content, 'base64')),
  })),
  route('PUT', `${path}/:file`, { ...one, body: enableBody }, async ({ params: { file }, body }) => {
    if (body.enabled) await files.enable(file, body.sha256, body);
    else await files.disable(file);
    return done;
  }),
  route('DELETE', `${path}/:file`, one, async ({ params: { file } }) => {
    await files.remove(file);
    return done;
  }),
]);

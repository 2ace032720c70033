import { z } from 'zod';
import { done, doneAnswer } from '../../common/api/responses';
import { Log } from '../../common/log';
import { addedPluginFiles, pluginFileList, pluginLog } from '../../common/plugin-files';
import { RecentLog } from '../../platform/log/recent-log';
import { PluginFiles } from '../../platform/plugins/plugin-files';
import { abortOnDisconnect } from '../callers';
import { route, routeGroup } from '../route';

const params = z.object({ file: z.string().max(120) });
const addBody = z.object({ name: z.string().min(1).max(200), content: z.base64() });
const packageBody = z.object({
  package: z.string().min(1).max(400).describe('Name of an npm package, optionally with a version: `name@1.2.0`.'),
});
const enableBody = z.object({
  enabled: z.boolean(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  trusted: z
    .boolean()
    .default(false)
    .describe('If true, the plugin runs outside the sandbox, with all of Gleaner’s permissions.'),
  hosts: z
    .array(z.string().max(300))
    .max(20)
    .default([])
    .describe('Hosts that you approve. The manifest must request them.'),
  secrets: z
    .array(z.string().max(100))
    .max(20)
    .default([])
    .describe('Names of secrets that you approve. The manifest must request them.'),
});
const access = 'owner';
const one = { access, params, answer: doneAnswer } as const;
const path = '/local/plugin-files';

/**
 * Routes to inspect, add, update, enable, disable and remove the user's plugin files. Callers with a stored API key are
 * refused.
 */
export const pluginFileRoutes = routeGroup([PluginFiles, Log], (files, log: Log) => [
  route('GET', path, { access, answer: pluginFileList }, () => files.list()),
  route('POST', path, { access, body: addBody, answer: addedPluginFiles }, async ({ body }) => ({
    items: await files.add(body.name, Buffer.from(body.content, 'base64')),
  })),
  route('POST', `${path}/npm`, { access, body: packageBody, answer: addedPluginFiles }, async ({ body }, reply) => ({
    items: await files.addPackage(body.package, abortOnDisconnect(reply)),
  })),
  route('POST', `${path}/:file/update`, { ...one, answer: addedPluginFiles }, async ({ params: { file } }, reply) => ({
    items: [await files.update(file, abortOnDisconnect(reply))],
  })),
  route('POST', `${path}/:file/roll-back`, { ...one, answer: addedPluginFiles }, async ({ params: { file } }) => ({
    items: [await files.rollBack(file)],
  })),
  route('GET', `${path}/:file/log`, { access, params, answer: pluginLog }, async ({ params: { file } }) => ({
    lines: log instanceof RecentLog ? log.linesOf(await files.logNames(file)) : [],
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

import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { PluginFiles } from '../../platform/plugins/plugin-files';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

const params = z.object({ file: z.string().max(120) });
const addBody = z.object({ name: z.string().min(1).max(200), content: z.base64() });
const enableBody = z.object({ enabled: z.boolean(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const options = { config: { owner: true } };
const hide = true;

/** Plugin files of the user: looked at, added, enabled, disabled, removed. A stored API key may do none of it. */
@injectable()
export class PluginFileRoutes implements Routes {
  constructor(@inject(PluginFiles) private readonly files: PluginFiles) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    const path = '/local/plugin-files/:file';
    routes.get('/local/plugin-files', { ...options, schema: { hide } }, () => this.files.list());
    routes.post('/local/plugin-files', { ...options, schema: { hide, body: addBody } }, async ({ body }) => ({
      items: await this.files.add(body.name, Buffer.from(body.content, 'base64')),
    }));
    routes.put(path, { ...options, schema: { hide, params, body: enableBody } }, async ({ params: { file }, body }) => {
      await this.files.enable(file, body.sha256, body.enabled);
      return { success: true };
    });
    routes.delete(path, { ...options, schema: { hide, params } }, async ({ params: { file } }) => {
      await this.files.remove(file);
      return { success: true };
    });
  }
}

import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import { toAppError } from '../../common/errors';
import type { ProxyItem } from '../../common/proxies';
import { ProxySources } from '../../net/engines/proxy-sources';
import { ProxyTest } from '../../net/engines/proxy-test';
import { abortOnDisconnect } from '../callers';
import type { Routes } from '../http-server';
import type { ZodRequests } from '../type-provider';

const trial = z.object({
  plugin: z.string().max(100),
  config: z.record(z.string(), z.unknown()),
  url: z.url({ protocol: /^https?$/ }),
});

/** How the proxies of the settings do, and a test of one that need not be saved yet, for the window. */
@injectable()
export class ProxyRoutes implements Routes {
  constructor(
    @inject(ProxySources) private readonly sources: ProxySources,
    @inject(ProxyTest) private readonly test: ProxyTest,
  ) {}

  register(app: FastifyInstance): void {
    const routes = app.withTypeProvider<ZodRequests>();
    routes.get('/local/proxies', { schema: { hide: true } }, async () => ({ items: await this.#items() }));
    routes.post(
      '/local/proxies/test',
      { config: { owner: true }, schema: { hide: true, body: trial } },
      ({ body }, reply) => this.test.run(body, abortOnDisconnect(reply)),
    );
  }

  async #items(): Promise<readonly ProxyItem[]> {
    const problem = await this.sources.ready.then(
      () => undefined,
      (thrown: unknown) => toAppError(thrown).reason,
    );
    return this.sources.health().map((health) => ({ health, problem }));
  }
}

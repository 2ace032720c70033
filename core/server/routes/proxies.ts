import { z } from 'zod';
import { proxiesAnswer, proxyTestReport } from '../../common/api/workspace-answers';
import { toAppError } from '../../common/errors';
import { ProxySources } from '../../net/engines/proxy-sources';
import { ProxyTest } from '../../net/engines/proxy-test';
import { abortOnDisconnect } from '../callers';
import { route, routeGroup } from '../route';

const trial = z.object({
  plugin: z.string().max(100),
  config: z.record(z.string(), z.unknown()),
  url: z.url({ protocol: /^https?$/ }),
});

/** Routes that report the state of the configured proxies, and test saved or unsaved proxies. Used by the UI. */
export const proxyRoutes = routeGroup([ProxySources, ProxyTest], (sources, test) => [
  route('GET', '/local/proxies', { answer: proxiesAnswer }, async () => {
    const problem = await sources.ready.then(
      () => undefined,
      (thrown: unknown) => toAppError(thrown).reason,
    );
    return { items: sources.health().map((health) => ({ health, problem })) };
  }),
  route('POST', '/local/proxies/test', { access: 'owner', body: trial, answer: proxyTestReport }, ({ body }, reply) =>
    test.run(body, abortOnDisconnect(reply)),
  ),
]);

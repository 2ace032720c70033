import { ServerFacts } from '../../ports/server-facts';
import { route, routeGroup } from '../route';

const open = { access: 'open' } as const;
const description =
  'Readiness check. `warnings` is the number of problems found in the data folder; with an API key, `details` describes the problems.';

/** Routes for health checks by load balancers and by clients written for the public service. They require no key. */
export const healthRoutes = routeGroup([ServerFacts], (facts: ServerFacts) => [
  route('GET', '/health', { ...open, description }, ({ keyId }) => {
    const { warnings } = facts;
    if (warnings.length === 0) return { status: 'ok' };
    // The warnings contain local paths, so callers without a key receive only their number.
    return { status: 'ok', warnings: warnings.length, ...(keyId ? { details: warnings } : {}) };
  }),
  route('GET', '/v0/health/liveness', open, () => ({ status: 'ok' })),
  route('GET', '/v0/health/readiness', open, () => ({ status: 'ok' })),
  route('GET', '/is-production', open, () => ({ isProduction: false })),
  route('GET', '/test', open, (_, reply) => reply.type('text/plain').send('Hello, world!')),
  route('GET', '/e2e-test', open, (_, reply) => reply.type('text/plain').send('OK')),
]);

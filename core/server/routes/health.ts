import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import { ServerFacts } from '../../ports/server-facts';
import type { Routes } from '../http-server';

/** What load balancers and clients of the public service ask before they begin; needs no key. */
@injectable()
export class HealthRoutes implements Routes {
  constructor(@inject(ServerFacts) private readonly facts: ServerFacts) {}

  register(app: FastifyInstance): void {
    const open = (description?: string) => ({
      config: { open: true },
      schema: description ? { description } : { hide: true },
    });
    app.get(
      '/health',
      open(
        'Ready when it answers; `warnings` counts what is damaged in the data folder, `details` tells it to who has a key.',
      ),
      ({ keyId }) => {
        const { warnings } = this.facts;
        if (warnings.length === 0) return { status: 'ok' };
        // The sentences name paths of this machine, which are nobody's business without a key.
        return { status: 'ok', warnings: warnings.length, ...(keyId ? { details: warnings } : {}) };
      },
    );
    app.get('/v0/health/liveness', open(), () => ({ status: 'ok' }));
    app.get('/v0/health/readiness', open(), () => ({ status: 'ok' }));
    app.get('/is-production', open(), () => ({ isProduction: false }));
    app.get('/test', open(), (_, reply) => reply.type('text/plain').send('Hello, world!'));
    app.get('/e2e-test', open(), (_, reply) => reply.type('text/plain').send('OK'));
  }
}

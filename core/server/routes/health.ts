import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import type { Routes } from '../http-server';
import { ServerFacts } from '../server-facts';

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
      open('Ready when it answers; `warnings` counts what the window tells of a damaged data folder.'),
      () => {
        const { length } = this.facts.warnings;
        return length > 0 ? { status: 'ok', warnings: length } : { status: 'ok' };
      },
    );
    app.get('/v0/health/liveness', open(), () => ({ status: 'ok' }));
    app.get('/v0/health/readiness', open(), () => ({ status: 'ok' }));
    app.get('/is-production', open(), () => ({ isProduction: false }));
    app.get('/test', open(), (_, reply) => reply.type('text/plain').send('Hello, world!'));
    app.get('/e2e-test', open(), (_, reply) => reply.type('text/plain').send('OK'));
  }
}

import type { FastifyInstance } from 'fastify';
import { inject, injectable } from 'inversify';
import type { Routes } from '../http-server';
import { Metrics } from '../metrics/metrics';

/** Figures for those who watch the engine: `/metrics` in the text form of Prometheus, behind the key. */
@injectable()
export class MetricRoutes implements Routes {
  constructor(@inject(Metrics) private readonly metrics: Metrics) {}

  register(app: FastifyInstance): void {
    app.get(
      '/metrics',
      {
        schema: {
          description:
            'Figures of this engine in the text form of Prometheus. While the database is away `gleaner_database_up` is 0, and `gleaner_jobs` is left out.',
        },
      },
      async (_, reply) => reply.type(this.metrics.contentType).send(await this.metrics.text()),
    );
  }
}

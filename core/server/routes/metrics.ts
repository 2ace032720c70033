import { Metrics } from '../metrics/metrics';
import { route, routeGroup } from '../route';

const description =
  'Metrics of this engine in the text format of Prometheus. While the database is unreachable, `gleaner_database_up` is 0 and `gleaner_jobs` is omitted.';

/** Route for monitoring: `/metrics` in the Prometheus text format. Requires a key. */
export const metricRoutes = routeGroup([Metrics], (metrics) => [
  route('GET', '/metrics', { description }, async (_, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  ),
]);

import { defineProxy, z } from '../../core/contract/plugin';

/** `none`: direct connections. */
export default defineProxy({
  id: 'none',
  summary: 'No proxy: connects directly.',
  config: z.object({}),
  create: () => ({ pick: () => undefined, report: () => undefined }),
});

import { maskText } from '../../common/values/mask-secrets';
import type { Delivery } from './outbox';

/** Returns a delivery as listed in the UI. Omits the request headers, which may contain secrets. */
export const deliveryItem = ({ config, ...delivery }: Delivery) => ({
  ...delivery,
  target: typeof config.url === 'string' ? maskText(config.url) : delivery.sink,
  nextAt: delivery.state === 'pending' ? delivery.nextAt : undefined,
});

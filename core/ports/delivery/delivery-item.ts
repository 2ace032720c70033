import { maskText } from '../../common/values/mask-secrets';
import type { Delivery } from './outbox';

/** A delivery as the window lists it: never its headers, which may hold secrets. */
export const deliveryItem = ({ config, ...delivery }: Delivery) => ({
  ...delivery,
  target: typeof config.url === 'string' ? maskText(config.url) : delivery.sink,
  nextAt: delivery.state === 'pending' ? delivery.nextAt : undefined,
});

import { toAppError } from '../common/errors';
import type { Hooks } from '../hooks';
import type { AddressGuard } from './address-guard';

/** Refuses tasks whose address is refused as it is written, before anything is looked up. */
export function admitByAddress(hooks: Hooks, guard: AddressGuard): void {
  hooks.admit.tap('address guard', ({ spec }) => {
    try {
      guard.checkUrl(new URL(spec.url));
      return undefined;
    } catch (thrown) {
      return { error: toAppError(thrown), reason: 'address' };
    }
  });
}

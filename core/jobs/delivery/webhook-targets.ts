import { inject, injectable } from 'inversify';
import { AppError, toAppError } from '../../common/errors';
import type { WebhookSpec } from '../../common/job';
import { AddressGuard } from '../../ports/address-guard';

/** Refuses webhooks to addresses that may not be reached, before a job is started for them. */
@injectable()
export class WebhookTargets {
  constructor(@inject(AddressGuard) private readonly guard: AddressGuard) {}

  /** Why an address is refused as it is written; a name that leads to a private address is refused when it is called. */
  checkWebhookTarget(url: string): AppError | undefined {
    try {
      this.guard.checkUrl(new URL(url));
      return undefined;
    } catch (thrown) {
      const { code, reason, details } = toAppError(thrown, 'BAD_REQUEST');
      return new AppError(code, `The webhook cannot be used: ${reason}`, { cause: thrown, details });
    }
  }

  /** Throws PRIVATE_ADDRESS_BLOCKED or BAD_REQUEST for a webhook that could never be delivered. */
  assertAllowed(webhook: WebhookSpec | undefined): void {
    const refusal = webhook && this.checkWebhookTarget(webhook.url);
    if (refusal) throw refusal;
  }
}

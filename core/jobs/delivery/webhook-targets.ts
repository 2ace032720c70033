import { inject, injectable } from 'inversify';
import { AppError, toAppError } from '../../common/errors';
import type { WebhookSpec } from '../../common/job';
import { AddressGuard } from '../../ports/address-guard';

/** Rejects webhooks with forbidden addresses before the job starts. */
@injectable()
export class WebhookTargets {
  constructor(@inject(AddressGuard) private readonly guard: AddressGuard) {}

  /**
   * Returns the error for a forbidden URL, without resolving its host name. Host names that resolve to a private
   * address are rejected on delivery.
   */
  checkWebhookTarget(url: string): AppError | undefined {
    try {
      this.guard.checkUrl(new URL(url));
      return undefined;
    } catch (thrown) {
      const { code, reason, details } = toAppError(thrown, 'BAD_REQUEST');
      return new AppError(code, `The webhook cannot be used: ${reason}`, { cause: thrown, details });
    }
  }

  /** Throws PRIVATE_ADDRESS_BLOCKED or BAD_REQUEST for a webhook that can never be delivered. */
  assertAllowed(webhook: WebhookSpec | undefined): void {
    const refusal = webhook && this.checkWebhookTarget(webhook.url);
    if (refusal) throw refusal;
  }
}

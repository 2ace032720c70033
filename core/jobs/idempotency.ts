import { inject, injectable } from 'inversify';
import { AppError } from '../common/errors';
import { isUuid } from '../common/values/ids';
import { IdempotencyStore } from '../ports/jobs/job-store';

/** Ensures that repeated start calls with the same `x-idempotency-key` take effect only once. */
@injectable()
export class Idempotency {
  constructor(@inject(IdempotencyStore) private readonly store: IdempotencyStore) {}

  /** Claims a key. Throws CONFLICT when the key is not a UUID or was already used. */
  async claim(key: string | readonly string[] | undefined): Promise<void> {
    if (key === undefined) return;
    if (typeof key !== 'string' || !isUuid(key))
      throw new AppError('CONFLICT', 'Invalid idempotency key: the x-idempotency-key must be a UUID.');
    if (!(await this.store.claim(key)))
      throw new AppError(
        'CONFLICT',
        'Idempotency key already used: send another x-idempotency-key for another request.',
      );
  }
}

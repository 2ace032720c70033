import { inject, injectable } from 'inversify';
import { AppError } from '../common/errors';
import { SettingsService } from '../platform/settings/settings-service';
import { ActivityStore } from '../ports/jobs/history';

/** Returns the start of the month that contains a date, in UTC. */
export const monthStart = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString();

/** The monthly credit budget of this machine. Unlimited by default. */
@injectable()
export class Budget {
  constructor(
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(ActivityStore) private readonly activity: ActivityStore,
  ) {}

  /** Returns the credits left this month. Undefined when unlimited. */
  async remaining(now: Date = new Date()): Promise<number | undefined> {
    const { monthlyCredits } = this.settings.current;
    if (monthlyCredits === null) return undefined;
    return Math.max(0, monthlyCredits - (await this.activity.creditsSince(monthStart(now))));
  }

  /** Throws PAYMENT_REQUIRED when fewer credits are left than needed. */
  async assertCredits(needed: number): Promise<void> {
    const left = await this.remaining();
    if (left === undefined || left >= needed) return;
    throw new AppError(
      'PAYMENT_REQUIRED',
      `This request counts as ${needed} pages, which exceeds the ${left} pages left in this month's limit; raise the limit in Settings.`,
    );
  }
}

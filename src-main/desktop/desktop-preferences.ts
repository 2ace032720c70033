import { z } from 'zod';
import type { DesktopSettingsAnswer, NewerVersion } from '../../core/common/desktop/bridge';
import { type DesktopSettings, desktopSettings } from '../../core/common/desktop/desktop-settings';
import type { Language } from '../../core/common/values/language';
import type { DesktopSettingsFile } from './desktop-settings-file';

/** Actions that settings trigger. */
export interface PreferenceActions {
  /** Throws a message when the app cannot be opened at login. */
  readonly setOpenAtLogin: (openAtLogin: boolean) => void;
  /** Requests an update URL; rejects with a message when that fails. */
  readonly askForUpdate: (address: string) => Promise<NewerVersion | undefined>;
  readonly foundUpdate: (version: NewerVersion) => void;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Desktop settings and their effects: opening at login, and a daily update check. */
export class DesktopPreferences {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly file: DesktopSettingsFile,
    private readonly actions: PreferenceActions,
  ) {}

  get values(): DesktopSettings {
    return this.file.values;
  }

  /** Returns the settings with the schema of their form. */
  answer(): DesktopSettingsAnswer {
    return { values: this.values, schema: z.toJSONSchema(desktopSettings.omit({ language: true }), { io: 'input' }) };
  }

  /** Applies changes; throws a message when one is invalid or cannot be carried out. */
  change(changes: unknown): void {
    const next = this.file.with(changes);
    if (next.openAtLogin !== this.values.openAtLogin) this.actions.setOpenAtLogin(next.openAtLogin);
    this.file.write(next);
    this.start();
  }

  /** Stores the language of the page. */
  setLanguage(language: Language): void {
    this.file.write({ ...this.values, language });
  }

  /** Checks for updates now and once a day, if enabled. */
  start(): void {
    clearInterval(this.timer);
    if (!this.values.checkForUpdates) return;
    void this.checkQuietly();
    this.timer = setInterval(() => void this.checkQuietly(), dayMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  check(): Promise<NewerVersion | undefined> {
    return this.actions.askForUpdate(this.values.updateAddress);
  }

  /** Ignores failures of automatic checks, which are repeated the next day. */
  private async checkQuietly(): Promise<void> {
    const version = await this.check().catch(() => undefined);
    if (version) this.actions.foundUpdate(version);
  }
}

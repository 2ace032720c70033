import { z } from 'zod';
import type { DesktopSettingsAnswer, NewerVersion } from '../../core/common/desktop/bridge';
import { type DesktopSettings, desktopSettings } from '../../core/common/desktop/desktop-settings';
import type { Language } from '../../core/common/values/language';
import type { DesktopSettingsFile } from './desktop-settings-file';

/** Actions triggered by changes to the settings. */
export interface PreferenceActions {
  /** Enables or disables opening the app at login. On failure, throws an error with a message for the user. */
  readonly setOpenAtLogin: (openAtLogin: boolean) => void;
  /** Checks the update URL for a newer version. On failure, rejects with a message for the user. */
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

  /** Returns the settings and the schema of the settings form. */
  answer(): DesktopSettingsAnswer {
    return { values: this.values, schema: z.toJSONSchema(desktopSettings.omit({ language: true }), { io: 'input' }) };
  }

  /** Applies changes. Throws an error with a message for the user if a change is invalid or cannot be applied. */
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

  /** If the update check is enabled, checks immediately and then once a day. */
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

  /** Ignores failures, because the check is repeated the next day. */
  private async checkQuietly(): Promise<void> {
    const version = await this.check().catch(() => undefined);
    if (version) this.actions.foundUpdate(version);
  }
}

import { z } from 'zod';
import type { DesktopSettingsAnswer, NewerVersion } from '../../core/common/desktop/bridge';
import { type DesktopSettings, desktopSettings } from '../../core/common/desktop/desktop-settings';
import type { Language } from '../../core/common/values/language';
import type { DesktopSettingsFile } from './desktop-settings-file';

/** What the settings act on. */
export interface PreferenceActions {
  /** Throws a sentence where the app cannot be opened at login. */
  readonly setOpenAtLogin: (openAtLogin: boolean) => void;
  /** Asks an update address; rejects with a sentence when it cannot tell. */
  readonly askForUpdate: (address: string) => Promise<NewerVersion | undefined>;
  readonly foundUpdate: (version: NewerVersion) => void;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The desktop settings, and what follows from them: opening at login, and asking for updates once a day. */
export class DesktopPreferences {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly file: DesktopSettingsFile,
    private readonly actions: PreferenceActions,
  ) {}

  get values(): DesktopSettings {
    return this.file.values;
  }

  /** The settings as their form needs them. */
  answer(): DesktopSettingsAnswer {
    return { values: this.values, schema: z.toJSONSchema(desktopSettings.omit({ language: true }), { io: 'input' }) };
  }

  /** Takes changes; throws a sentence when one does not fit or cannot be done. */
  change(changes: unknown): void {
    const next = this.file.with(changes);
    if (next.openAtLogin !== this.values.openAtLogin) this.actions.setOpenAtLogin(next.openAtLogin);
    this.file.write(next);
    this.start();
  }

  /** Remembers the language of the page. */
  setLanguage(language: Language): void {
    this.file.write({ ...this.values, language });
  }

  /** Asks for updates now and once a day, when the settings say so. */
  start(): void {
    clearInterval(this.timer);
    if (!this.values.checkForUpdates) return;
    void this.checkQuietly();
    this.timer = setInterval(() => void this.checkQuietly(), dayMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Asks for an update now. */
  check(): Promise<NewerVersion | undefined> {
    return this.actions.askForUpdate(this.values.updateAddress);
  }

  /** Nobody asked, so nobody is told when the address does not answer; tomorrow it is asked again. */
  private async checkQuietly(): Promise<void> {
    const version = await this.check().catch(() => undefined);
    if (version) this.actions.foundUpdate(version);
  }
}

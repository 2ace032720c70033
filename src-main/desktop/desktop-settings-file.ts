import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type DesktopSettings, desktopSettings } from '../../core/common/desktop/desktop-settings';

/** Desktop settings, stored in a file in the user's configuration directory. */
export class DesktopSettingsFile {
  private current: DesktopSettings;

  constructor(private readonly file: string) {
    this.current = readSettings(file);
  }

  get values(): DesktopSettings {
    return this.current;
  }

  /**
   * Returns the settings with the changes applied. Throws an error with a message for the user if a setting is invalid.
   */
  with(changes: unknown): DesktopSettings {
    const fit = desktopSettings.partial().strict().safeParse(changes);
    if (!fit.success) throw new Error(`The desktop settings are invalid: ${z.prettifyError(fit.error)}`);
    // Merges the raw changes, because the parsed changes also contain defaults for omitted settings.
    return desktopSettings.parse({ ...this.current, ...(changes as object) });
  }

  write(next: DesktopSettings): void {
    mkdirSync(dirname(this.file), { recursive: true });
    const part = `${this.file}.part`;
    writeFileSync(part, JSON.stringify(next, undefined, 2));
    renameSync(part, this.file);
    this.current = next;
  }
}

function readSettings(file: string): DesktopSettings {
  try {
    return desktopSettings.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // If the file is missing or damaged, the defaults apply.
    return desktopSettings.parse({});
  }
}

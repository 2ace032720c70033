import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeChoice } from '../../../src-main/desktop/close-choice';
import { DesktopPreferences } from '../../../src-main/desktop/desktop-preferences';
import { DesktopSettingsFile } from '../../../src-main/desktop/desktop-settings-file';
import { setOpenAtLogin } from '../../../src-main/desktop/login-item';
import { SavedFiles } from '../../../src-main/desktop/saved-files';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-desktop-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the desktop settings', () => {
  const file = () => join(folder, 'user', 'desktop-settings.json');

  it('have harmless defaults', () => {
    expect(new DesktopSettingsFile(file()).values).toEqual({
      whenClosed: 'ask',
      notifyOfJobs: true,
      openAtLogin: false,
      checkForUpdates: false,
      updateAddress: '',
    });
  });

  it('survive a restart', () => {
    const settings = new DesktopSettingsFile(file());
    settings.write(settings.with({ whenClosed: 'tray' }));
    expect(new DesktopSettingsFile(file()).values.whenClosed).toBe('tray');
    expect(existsSync(`${file()}.part`)).toBe(false);
  });

  it('refuse invalid changes, and stay unchanged', () => {
    const settings = new DesktopSettingsFile(file());
    for (const changes of [{ whenClosed: 'never' }, { updateAddress: 'file:///etc/passwd' }, { other: 1 }, 'x'])
      expect(() => settings.with(changes)).toThrow('The desktop settings are invalid');
    expect(settings.values.whenClosed).toBe('ask');
  });

  it('reset when their file is damaged', () => {
    const path = join(folder, 'damaged.json');
    writeFileSync(path, '{"whenClosed":');
    expect(new DesktopSettingsFile(path).values.whenClosed).toBe('ask');
  });

  it('remember the language of the page, outside of their form', () => {
    const actions = { setOpenAtLogin: () => {}, askForUpdate: async () => undefined, foundUpdate: () => {} };
    const preferences = new DesktopPreferences(new DesktopSettingsFile(file()), actions);
    preferences.setLanguage('de');
    expect(new DesktopSettingsFile(file()).values.language).toBe('de');
    expect(Object.keys(preferences.answer().schema.properties as object)).not.toContain('language');
  });

  it('are not saved when opening at login fails', () => {
    const preferences = new DesktopPreferences(new DesktopSettingsFile(file()), {
      setOpenAtLogin: () => {
        throw new Error('Gleaner can open at login only if it is installed.');
      },
      askForUpdate: async () => undefined,
      foundUpdate: () => undefined,
    });
    expect(() => preferences.change({ openAtLogin: true })).toThrow(
      'Gleaner can open at login only if it is installed',
    );
    expect(preferences.values.openAtLogin).toBe(false);
  });

  it('check for updates only when enabled, and report a newer version', async () => {
    const asked: string[] = [];
    const newer = { version: '9.0.0', url: 'https://example.com/' };
    let tell: (version: unknown) => void = () => undefined;
    const told = new Promise((resolve) => {
      tell = resolve;
    });
    const preferences = new DesktopPreferences(new DesktopSettingsFile(file()), {
      setOpenAtLogin: () => undefined,
      askForUpdate: async (address) => {
        asked.push(address);
        return newer;
      },
      foundUpdate: (version) => tell(version),
    });
    preferences.start();
    preferences.change({ updateAddress: 'https://example.com/newest.json' });
    expect(asked).toEqual([]);
    preferences.change({ checkForUpdates: true });
    expect(await told).toEqual(newer);
    expect(asked).toEqual(['https://example.com/newest.json']);
    preferences.stop();
  });
});

describe('closing the window', () => {
  it.each([
    [0, 'ask', true, 'close'],
    [0, 'tray', true, 'close'],
    [2, 'ask', true, 'ask'],
    [2, 'tray', true, 'hide'],
    [2, 'tray', false, 'ask'],
    [2, 'quit', true, 'close'],
  ] as const)('with %i jobs, setting %s, a tray: %s → %s', (runningJobs, whenClosed, hasTray, choice) => {
    expect(closeChoice({ runningJobs, whenClosed, hasTray })).toBe(choice);
  });
});

describe('opening at login', () => {
  const places = (platform: NodeJS.Platform, program: string, set: boolean[] = []) => ({
    platform,
    program,
    configDir: folder,
    setLoginItem: (on: boolean) => void set.push(on),
  });

  it('adds an entry to the autostart folder on Linux, with a quoted path, and removes it', () => {
    const entry = join(folder, 'autostart', 'gleaner.desktop');
    setOpenAtLogin(true, places('linux', '/opt/My "Apps"/gleaner'));
    expect(readFileSync(entry, 'utf8')).toContain('Exec="/opt/My \\\\"Apps\\\\"/gleaner"\n');
    setOpenAtLogin(false, places('linux', '/opt/gleaner'));
    expect(existsSync(entry)).toBe(false);
  });

  it('is left to Electron elsewhere', () => {
    const set: boolean[] = [];
    setOpenAtLogin(true, places('win32', 'C:\\gleaner.exe', set));
    expect(set).toEqual([true]);
  });
});

describe('saved files', () => {
  it('are known to the page only by id and name; an interrupted one has no path', () => {
    const files = new SavedFiles();
    const whole = files.add(join(folder, 'rows.csv'), true);
    const part = files.add(join(folder, 'part.csv'), false);
    expect(whole).toEqual({ kind: 'file', id: 1, name: 'rows.csv', isWhole: true });
    expect([files.pathOf(whole.id), files.pathOf(part.id), files.pathOf(99)]).toEqual([
      join(folder, 'rows.csv'),
      undefined,
      undefined,
    ]);
  });
});

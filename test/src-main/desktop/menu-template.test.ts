import type { MenuItemConstructorOptions } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { appCommands, commandOf, viewPath } from '../../../core/common/desktop/app-commands';
import { type MenuActions, menuLabel, menuTemplate, trayTemplate } from '../../../src-main/desktop/menu-template';

let done: string[];
const note =
  (what: string) =>
  (detail = '') =>
    void done.push(`${what} ${detail}`.trim());
const actions: MenuActions = {
  command: (id) => note('command')(id),
  open: (path) => note('open')(path),
  showWindow: () => note('show')(),
  openDataFolder: () => note('data folder')(),
  quit: () => note('quit')(),
};
beforeEach(() => {
  done = [];
});

const itemsOf = (template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])]);
const click = (template: readonly MenuItemConstructorOptions[], label: string): void =>
  (itemsOf(template).find((item) => item.label === label)!.click as () => void)();

describe('the menu bar', () => {
  it.each([
    ['macOS', true],
    ['the others', false],
  ])('has the usual roles on %s', (_name, isMac) => {
    const roles = itemsOf(menuTemplate(actions, isMac, 'en')).map(({ role }) => role);
    expect(roles).toEqual(expect.arrayContaining(['editMenu', 'windowMenu', 'help', 'reload', 'togglefullscreen']));
    expect(roles.includes('appMenu')).toBe(isMac);
  });

  it('offers every command that opens a view, and runs it', () => {
    const menu = menuTemplate(actions, false, 'en');
    for (const { id, label, path } of appCommands) {
      if (path === undefined) continue;
      click(menu, label.en);
      expect(done.at(-1)).toBe(`command ${id}`);
    }
    click(menu, 'Quit');
    expect(done.at(-1)).toBe('quit');
  });

  it('supports German', () => {
    const menu = menuTemplate(actions, false, 'de');
    const labels = itemsOf(menu).flatMap(({ label }) => label ?? []);
    expect(labels).toEqual(expect.arrayContaining(['&Datei', 'Neue Tabelle', 'Alle Jobs anhalten', 'Beenden']));
    const tray = trayTemplate([], actions, 'de');
    expect(tray.map(({ label }) => label)).toContain('Kein Job läuft');
    for (const { label } of appCommands) expect(label.de).not.toBe('');
  });

  it('assigns every shortcut once', () => {
    const keys = itemsOf(menuTemplate(actions, false, 'en')).flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the tray', () => {
  const job = (number: number, label = `https://example.com/${number}`) => ({
    id: String(number),
    label,
    done: number,
  });

  it('lists the first running jobs, opens one, pauses all', () => {
    const tray = trayTemplate(
      [1, 2, 3, 4, 5, 6, 7].map((number) => job(number)),
      actions,
      'en',
    );
    expect(tray.map(({ label }) => label)).toContain('7 jobs are running');
    expect(tray.map(({ label }) => label)).toContain('2 more');
    click(tray, 'https://example.com/2 – 2 done');
    click(tray, 'Pause all jobs');
    expect(done).toEqual(['open /jobs/2', 'command pause-all']);
  });

  it('offers no pause without a running job', () => {
    const tray = trayTemplate([], actions, 'en');
    expect(tray.find(({ label }) => label === 'Pause all jobs')?.enabled).toBe(false);
    expect(tray.map(({ label }) => label)).toContain('No job is running');
  });

  it('shows page texts as one short, safe line', () => {
    expect(menuLabel('a\n\tb\u202Egnp.exe\u0000 & c')).toBe('a b gnp.exe && c');
    expect(menuLabel('x'.repeat(100))).toHaveLength(48);
    const [item] = trayTemplate([job(1, '<b>Quit</b>\n&Quit')], actions, 'en').filter(({ label }) =>
      label?.includes('done'),
    );
    expect(item?.label).toBe('<b>Quit</b> &&Quit – 1 done');
  });
});

describe('the commands', () => {
  it('have unique ids and shortcuts', () => {
    for (const values of [appCommands.map(({ id }) => id), appCommands.flatMap(({ keys }) => keys ?? [])])
      expect(new Set(values).size).toBe(values.length);
    expect(() => commandOf('format-disk')).toThrow('There is no command');
  });

  it('know which paths are views', () => {
    expect(viewPath('/jobs/4b1d?tab=log')).toBe('/jobs/4b1d?tab=log');
    for (const path of ['jobs', '//example.com', '/jobs/<b>', '/nowhere', 5, `/jobs/${'x'.repeat(400)}`])
      expect(viewPath(path)).toBeUndefined();
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DesktopNotice } from '../../../core/common/desktop/bridge';
import { desktopSettings } from '../../../core/common/desktop/desktop-settings';
import { channels } from '../../../src-main/desktop/bridge-channels';
import { handleBridge } from '../../../src-main/desktop/bridge-handlers';

const engineUrl = 'http://127.0.0.1:3002';
const webContents = {};
const window = { webContents, isDestroyed: () => false } as unknown as BrowserWindow;
const ownSender = { sender: webContents, senderFrame: { url: `${engineUrl}/#/`, parent: null } };

type Handler = (event: unknown, argument?: unknown) => unknown;

let folder: string;
let handlers: Map<string, Handler>;
let opened: string[];
let savePath: string | undefined;
let proposed: string[];
let noticed: DesktopNotice[];
let savedPaths: string[];
let languages: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-bridge-'));
  handlers = new Map();
  opened = [];
  proposed = [];
  savePath = undefined;
  noticed = [];
  savedPaths = [];
  languages = [];
  handleBridge(
    { handle: (channel, handler) => void handlers.set(channel, handler as Handler) },
    {
      appVersion: () => '1.2.3',
      openExternal: async (address) => void opened.push(address),
      openDataFolder: async () => undefined,
      askWhereToSave: async (name) => {
        proposed.push(name);
        return savePath;
      },
      saved: (path) => void savedPaths.push(path),
      showFile: () => undefined,
      notify: (notice) => void noticed.push(notice),
      showJobs: () => undefined,
      settings: () => ({ values: desktopSettings.parse({}), schema: {} }),
      setLanguage: (language) => void languages.push(language),
      changeSettings: () => undefined,
      checkForUpdate: async () => undefined,
    },
    { window: () => window, engineUrl: () => engineUrl },
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const call = async (channel: string, argument?: unknown, event: unknown = ownSender) =>
  handlers.get(channel)!(event, argument);

describe('the bridge', () => {
  it('accepts only languages of the UI', async () => {
    await call(channels.setLanguage, 'de');
    await expect(call(channels.setLanguage, 'xx')).rejects.toThrow();
    expect(languages).toEqual(['de']);
  });

  it('serves our own page', async () => {
    expect(await call(channels.appVersion)).toBe('1.2.3');
  });

  it.each([
    ['another window', { ...ownSender, sender: {} }],
    ['a frame inside the page', { ...ownSender, senderFrame: { url: `${engineUrl}/`, parent: {} } }],
    ['a foreign page', { ...ownSender, senderFrame: { url: 'https://example.com/', parent: null } }],
    ['the status page', { ...ownSender, senderFrame: { url: 'data:text/html,x', parent: null } }],
    ['a frame that is gone', { ...ownSender, senderFrame: null }],
  ])('refuses %s on every channel', async (_name, event) => {
    for (const channel of handlers.keys()) {
      await expect(call(channel, undefined, event)).rejects.toThrow('may not use the desktop bridge');
    }
  });

  it('opens only web URLs', async () => {
    await expect(call(channels.openExternal, 'file:///etc/passwd')).rejects.toThrow('Only http and https');
    await call(channels.openExternal, 'https://example.com');
    expect(opened).toEqual(['https://example.com/']);
  });

  it('saves bytes where the user chooses, and proposes a plain name', async () => {
    savePath = join(folder, 'saved.bin');
    const file = { name: '../../../etc/passwd', mediaType: 'text/plain', content: Uint8Array.of(1, 2, 3) };
    expect(await call(channels.saveFile, file)).toBe(true);
    expect(proposed).toEqual(['passwd']);
    expect([...(await readFile(savePath))]).toEqual([1, 2, 3]);
    expect(savedPaths).toEqual([savePath]);
  });

  it('returns false when the user cancels saving', async () => {
    const file = { name: 'a.md', mediaType: 'text/markdown', content: new Uint8Array() };
    expect(await call(channels.saveFile, file)).toBe(false);
  });

  it('refuses malformed arguments', async () => {
    await expect(call(channels.saveFile, { name: 'a', content: 'text' })).rejects.toThrow();
    await expect(call(channels.notify, { title: 5 })).rejects.toThrow();
    await expect(call(channels.showFile, '/etc/passwd')).rejects.toThrow();
    await expect(call(channels.showJobs, [{ id: '../jobs', label: 'x', done: 0 }])).rejects.toThrow();
  });

  it('accepts only notifications that open our views', async () => {
    await call(channels.notify, { title: 'Done', body: '', path: '/jobs/1' });
    expect(noticed).toEqual([{ title: 'Done', body: '', path: '/jobs/1' }]);
    for (const path of ['javascript:alert(1)', '//example.com', '/nowhere', 'https://example.com/'])
      await expect(call(channels.notify, { title: 'Done', body: '', path })).rejects.toThrow();
  });
});

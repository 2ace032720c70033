import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { statusPage } from '../../../src-main/desktop/status-page';
import { readWindowState, writeWindowState } from '../../../src-main/desktop/window-state';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const bounds = { x: 100, y: 50, width: 1000, height: 700 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-window-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the saved window state', () => {
  it('is restored unchanged', () => {
    const file = join(folder, 'deep', 'window-state.json');
    writeWindowState(file, { bounds, maximized: true });
    expect(readWindowState(file, [screen])).toEqual({ bounds, maximized: true });
  });

  it('is ignored when its screen is missing', () => {
    const file = join(folder, 'window-state.json');
    writeWindowState(file, { bounds: { ...bounds, x: 4000 }, maximized: false });
    expect(readWindowState(file, [screen])).toBeUndefined();
  });

  it('is ignored when missing or damaged', () => {
    const file = join(folder, 'window-state.json');
    expect(readWindowState(file, [screen])).toBeUndefined();
    writeFileSync(file, '{"bounds":{"x":"far"}}');
    expect(readWindowState(file, [screen])).toBeUndefined();
  });
});

describe('the status page', () => {
  it('escapes the output of the engine', () => {
    const address = statusPage({ hasFailed: true, reason: '<img src=x onerror=alert(1)>', language: 'en' });
    const html = Buffer.from(address.split(',')[1]!, 'base64').toString();
    expect(html).not.toContain('<img');
    expect(html).toContain("default-src 'none'");
    expect(html).toContain('Try again');
  });
});

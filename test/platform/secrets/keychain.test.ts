import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const has = (program: string) => spawnSync('which', [program]).status === 0;
const hasKeytar = (() => {
  try {
    createRequire(import.meta.url)('keytar');
    return true;
  } catch {
    return false;
  }
})();
const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter((program) => !has(program));

/**
 * Source of a program that uses the vault. It needs its own process, because a process inherits the session bus only at
 * its start.
 */
const driver = `
import { openVault } from '${resolve('core/platform/secrets/open-vault.ts')}';
import { keytarKeeper, keyringKeeper } from '${resolve('core/platform/secrets/keychain-keeper.ts')}';
import { unusableReason } from '${resolve('core/platform/secrets/layered-vault.ts')}';
const service = 'gleaner-test';
const vault = openVault({ dataDir: process.env.VAULT_DIR, service });
const startedAt = performance.now();
await vault.set('model', 'sëcret');
const first = await vault.get('model');
const ms = performance.now() - startedAt;
const { kind, passedOver } = await vault.report();
const holders = { keytar: await keytarKeeper(service).get('model').catch(String), keyring: await keyringKeeper(service).get('model').catch(String) };
const deleted = await vault.delete('model');
const second = await vault.get('model');
const unusable = { keytar: await unusableReason(keytarKeeper(service)), keyring: await unusableReason(keyringKeeper(service)) };
console.log(JSON.stringify({ kind, passedOver, first, deleted, second: second ?? null, holders, unusable, ms }));
`;

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-keychain-'));
  await writeFile(join(folder, 'driver.ts'), driver);
  // The bundle must be inside the project to resolve packages.
  program = resolve('node_modules', '.cache', `keychain-${process.pid}.mjs`);
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(folder, 'driver.ts'),
      outDir: resolve('node_modules', '.cache'),
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: `keychain-${process.pid}.mjs` } },
    },
  });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(program, { force: true });
});

function inSession(command: string) {
  const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, VAULT_DIR: folder };
  const output = execFileSync('dbus-run-session', ['--', 'bash', '-c', command], {
    env,
    encoding: 'utf8',
    // Discards standard error, because the keyring prints many errors about a missing display.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

describe.skipIf(missing.length > 0)(`the system keychain (needs ${missing.join(', ') || 'nothing more'})`, () => {
  const unlocked = (line: string) =>
    `echo -n pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null && ${line}`;

  it.skipIf(!hasKeytar)('stores secrets through keytar when the keyring is unlocked', () => {
    const result = inSession(unlocked(`"${process.execPath}" "${program}"`));
    expect(result).toMatchObject({
      kind: 'keytar',
      first: 'sëcret',
      deleted: true,
      second: null,
      holders: { keytar: 'sëcret' },
    });
    expect(result.unusable.keytar).toBeUndefined();
  });

  it('can use @napi-rs/keyring when the keyring is unlocked', () => {
    const result = inSession(unlocked(`"${process.execPath}" "${program}"`));
    expect(result.unusable.keyring).toBeUndefined();
  });

  it('falls back to the encrypted file when the keyring is locked, without waiting', () => {
    const result = inSession(`"${process.execPath}" "${program}"`);
    expect(result).toMatchObject({ kind: 'file', first: 'sëcret', deleted: true, second: null });
    expect(result.passedOver.map((place: { kind: string }) => place.kind)).toEqual(['keytar', 'keyring']);
    expect(result.ms).toBeLessThan(4500);
  });
});

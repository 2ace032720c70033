import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileKeeper } from '../../../core/platform/secrets/file-keeper';
import { KeychainKeeper } from '../../../core/platform/secrets/keychain-keeper';
import { LayeredVault, unusableReason } from '../../../core/platform/secrets/layered-vault';
import { MemoryKeeper, openVault } from '../../../core/platform/secrets/open-vault';
import type { SecretKeeper } from '../../../core/ports/secret-vault';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-vault-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Imitates a keychain library. Its entries are in a Map that can be locked. */
function keychain(kind: 'keytar' | 'keyring') {
  const entries = new Map<string, string>();
  const state = { locked: false, loads: 0, entries };
  const refuse = () => {
    if (state.locked) throw new Error('the keychain is locked');
  };
  const keeper = new KeychainKeeper(kind, 'test', async () => {
    state.loads += 1;
    return {
      async getPassword(_service, account) {
        refuse();
        return entries.get(account) ?? null;
      },
      async setPassword(_service, account, password) {
        refuse();
        entries.set(account, password);
      },
      async deletePassword(_service, account) {
        refuse();
        return entries.delete(account);
      },
    };
  });
  return { keeper, state };
}

describe('the vault', () => {
  it('touches no keychain before the first secret is requested', () => {
    const { keeper, state } = keychain('keytar');
    new LayeredVault(folder, [keeper]);
    expect(state.loads).toBe(0);
    expect(existsSync(join(folder, 'vault-places.json'))).toBe(false);
  });

  it('uses the first working store, and reports why others were skipped', async () => {
    const first = keychain('keytar');
    first.state.locked = true;
    const vault = new LayeredVault(folder, [first.keeper, keychain('keyring').keeper, new MemoryKeeper()]);
    expect(await vault.report()).toMatchObject({
      kind: 'keyring',
      passedOver: [{ kind: 'keytar', reason: 'the keychain is locked' }],
    });
  });

  it('leaves no probe behind', async () => {
    const { keeper, state } = keychain('keytar');
    expect(await unusableReason(keeper)).toBeUndefined();
    expect(state.entries.size).toBe(0);
  });

  it('skips a keychain that never answers', async () => {
    const never = new Promise<never>(() => undefined);
    const stuck: SecretKeeper = { kind: 'keytar', get: () => never, set: () => never, delete: () => never };
    expect(await unusableReason(stuck, 20)).toMatch(/no answer within/);
  });

  it('reads, replaces and deletes secrets, and returns whether one existed', async () => {
    const vault = new LayeredVault(folder, [new FileKeeper(folder)]);
    expect(await vault.get('model.key')).toBeUndefined();
    await vault.set('model.key', 'one');
    await vault.set('model.key', 'two');
    expect(await vault.get('model.key')).toBe('two');
    expect(await vault.delete('model.key')).toBe(true);
    expect(await vault.delete('model.key')).toBe(false);
    expect(await vault.get('model.key')).toBeUndefined();
  });

  it('moves a secret when another store is used', async () => {
    const better = keychain('keytar');
    better.state.locked = true;
    await new LayeredVault(folder, [better.keeper, new FileKeeper(folder)]).set('proxy', 'hunter2');
    better.state.locked = false;
    const vault = new LayeredVault(folder, [better.keeper, new FileKeeper(folder)]);
    expect(await vault.get('proxy')).toBe('hunter2');
    expect(better.state.entries.get('proxy')).toBe('hunter2');
    expect(await new FileKeeper(folder).get('proxy')).toBeUndefined();
  });

  it('names the store of a secret when it stops answering, instead of searching elsewhere', async () => {
    const first = keychain('keytar');
    await new LayeredVault(folder, [first.keeper, new FileKeeper(folder)]).set('proxy', 'hunter2');
    first.state.locked = true;
    const vault = new LayeredVault(folder, [first.keeper, new FileKeeper(folder)]);
    await expect(vault.get('proxy')).rejects.toThrow('is kept in keytar, which is not responding');
    await vault.set('proxy', 'entered again');
    expect(await vault.get('proxy')).toBe('entered again');
  });

  it('loses none of many concurrent changes', async () => {
    const vault = new LayeredVault(folder, [new FileKeeper(folder)]);
    await Promise.all(Array.from({ length: 20 }, (_, index) => vault.set(`s${index}`, `value ${index}`)));
    const values = await Promise.all(Array.from({ length: 20 }, (_, index) => vault.get(`s${index}`)));
    expect(values).toEqual(Array.from({ length: 20 }, (_, index) => `value ${index}`));
  });

  it('works in memory when the data folder is read-only', async () => {
    const nowhere = join('/dev/null', 'nowhere');
    const vault = new LayeredVault(folder, [new FileKeeper(nowhere), new MemoryKeeper()]);
    await vault.set('a', 'b');
    expect(await vault.get('a')).toBe('b');
    expect((await vault.report()).sentence).toMatch(/Secrets are lost/);
    expect(existsSync(join(folder, 'vault-places.json'))).toBe(false);
  });

  it('finds a store on any machine', async () => {
    const vault = openVault({ dataDir: folder, service: `gleaner-test-${process.pid}` });
    await vault.set('a', 'b');
    expect(await vault.get('a')).toBe('b');
    expect(await vault.delete('a')).toBe(true);
  });
});

describe('the encrypted file', () => {
  it('contains names but no plain secret, readable only by its owner', async () => {
    await new FileKeeper(folder).set('model', 'sk-very-secret');
    expect(await readFile(join(folder, 'vault.json'), 'utf8')).not.toContain('sk-very-secret');
    for (const name of ['vault.json', 'vault.key']) {
      if (process.platform !== 'win32') expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
  });

  it('survives a restart', async () => {
    await new FileKeeper(folder).set('model', 'sk-1');
    expect(await new FileKeeper(folder).get('model')).toBe('sk-1');
  });

  it('opens only with its passphrase, and then needs no key file', async () => {
    await new FileKeeper(folder, 'correct horse').set('model', 'sk-1');
    expect(existsSync(join(folder, 'vault.key'))).toBe(false);
    expect(await new FileKeeper(folder, 'correct horse').get('model')).toBe('sk-1');
    await expect(new FileKeeper(folder, 'wrong').get('model')).rejects.toThrow(
      'it was written with a different passphrase',
    );
  });

  it('refuses a value moved to another name', async () => {
    const keeper = new FileKeeper(folder);
    await keeper.set('a', 'secret of a');
    const file = JSON.parse(await readFile(join(folder, 'vault.json'), 'utf8'));
    file.secrets.b = file.secrets.a;
    const { writePrivateFile } = await import('../../../core/platform/data-folder/private-file');
    await writePrivateFile(join(folder, 'vault.json'), JSON.stringify(file));
    await expect(new FileKeeper(folder).get('b')).rejects.toThrow('cannot be decrypted');
  });

  it('sets a damaged key file aside, and reports that secrets must be entered again', async () => {
    const said: string[] = [];
    await new FileKeeper(folder).set('a', 'secret of a');
    const { writePrivateFile } = await import('../../../core/platform/data-folder/private-file');
    await writePrivateFile(join(folder, 'vault.key'), '');
    const keeper = new FileKeeper(folder, undefined, (sentence) => void said.push(sentence));
    await expect(keeper.get('a')).rejects.toThrow('cannot be decrypted');
    expect(said).toEqual([expect.stringContaining('all stored secrets must be entered again')]);
    await keeper.set('a', 'entered again');
    expect(await keeper.get('a')).toBe('entered again');
  });

  it('gives advice when the file is damaged', async () => {
    const { writePrivateFile } = await import('../../../core/platform/data-folder/private-file');
    await writePrivateFile(join(folder, 'vault.json'), '{ torn');
    await expect(new FileKeeper(folder).get('a')).rejects.toThrow('is damaged; restore it or delete it');
  });
});

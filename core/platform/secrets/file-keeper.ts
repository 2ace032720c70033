import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../common/errors';
import type { SecretKeeper } from '../../ports/secret-vault';
import { readIfExists, readSecretKey, writePrivateFile } from '../data-folder/private-file';

/**
 * Schema of an encrypted secret. The name of the secret is authenticated, so that values in the file cannot be swapped.
 */
const sealedSecret = z.object({ nonce: z.base64(), tag: z.base64(), data: z.base64() });
type SealedSecret = z.output<typeof sealedSecret>;

const vaultFile = z.object({ version: z.literal(1), salt: z.base64(), secrets: z.record(z.string(), sealedSecret) });
type VaultFile = z.output<typeof vaultFile>;

/**
 * Secrets in a single file, encrypted with AES-256-GCM. The key is derived from a passphrase (scrypt) or stored in an
 * owner-only key file next to the vault file. A key file protects the secrets if only the vault file is copied. It does
 * not protect them if the whole data directory is copied.
 */
export class FileKeeper implements SecretKeeper {
  readonly kind = 'file';
  private readonly path: string;
  private readonly keyPath: string;
  private lastChange: Promise<unknown> = Promise.resolve();
  private key: Uint8Array | undefined;

  constructor(
    folder: string,
    private readonly passphrase?: string,
    /** Called when the key file was damaged and a new key was created. */
    private readonly warn: (sentence: string) => void = () => undefined,
  ) {
    this.path = join(folder, 'vault.json');
    this.keyPath = join(folder, 'vault.key');
  }

  async get(name: string): Promise<string | undefined> {
    await this.lastChange;
    const file = await this.read();
    const sealed = file?.secrets[name];
    return file && sealed ? this.unseal(name, sealed, await this.keyFor(file)) : undefined;
  }

  async set(name: string, secret: string): Promise<void> {
    await this.change(async (file) => {
      const sealed = this.seal(name, secret, await this.keyFor(file));
      return { ...file, secrets: { ...file.secrets, [name]: sealed } };
    });
  }

  async delete(name: string): Promise<boolean> {
    let existed = false;
    await this.change(async ({ secrets, ...file }) => {
      existed = Object.hasOwn(secrets, name);
      return { ...file, secrets: Object.fromEntries(Object.entries(secrets).filter(([key]) => key !== name)) };
    });
    return existed;
  }

  /** Serializes changes, so that concurrent changes do not overwrite each other. */
  private change(edit: (file: VaultFile) => Promise<VaultFile>): Promise<void> {
    const change = this.lastChange.then(async () => {
      const file = (await this.read()) ?? { version: 1, salt: randomBytes(16).toString('base64'), secrets: {} };
      await writePrivateFile(this.path, JSON.stringify(await edit(file), undefined, 2));
    });
    this.lastChange = change.catch(() => undefined);
    return change;
  }

  private async read(): Promise<VaultFile | undefined> {
    const bytes = await readIfExists(this.path);
    if (!bytes) return undefined;
    try {
      return vaultFile.parse(JSON.parse(bytes.toString('utf8')));
    } catch (error) {
      throw new AppError('STORAGE_ERROR', `The vault file ${this.path} is damaged; restore it or delete it.`, {
        cause: error,
      });
    }
  }

  private async keyFor(file: VaultFile): Promise<Uint8Array> {
    this.key ??= this.passphrase
      ? await deriveKey(this.passphrase, Buffer.from(file.salt, 'base64'))
      : await readSecretKey(this.keyPath, {
          consequence: 'all stored secrets must be entered again',
          warn: this.warn,
        });
    return this.key;
  }

  private seal(name: string, secret: string, key: Uint8Array): SealedSecret {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
    const data = cipher.update(secret, 'utf8', 'base64') + cipher.final('base64');
    return { nonce: nonce.toString('base64'), tag: cipher.getAuthTag().toString('base64'), data };
  }

  private unseal(name: string, sealed: SealedSecret, key: Uint8Array): string {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.nonce, 'base64'), { authTagLength: 16 })
        .setAAD(Buffer.from(name))
        .setAuthTag(Buffer.from(sealed.tag, 'base64'));
      return Buffer.concat([decipher.update(Buffer.from(sealed.data, 'base64')), decipher.final()]).toString('utf8');
    } catch (error) {
      const hint = this.passphrase ? 'it was written with a different passphrase' : 'its key file was replaced';
      throw new AppError('STORAGE_ERROR', `The secret ${name} in ${this.path} cannot be decrypted: ${hint}.`, {
        cause: error,
      });
    }
  }
}

function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

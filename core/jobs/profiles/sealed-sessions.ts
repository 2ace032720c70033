import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { inject, injectable } from 'inversify';
import { z } from 'zod';
import type { StoredSession } from '../../common/page-session';
import { PrivateFiles } from '../../platform/secrets/private-files';
import { SecretVault } from '../../ports/secret-vault';

const cookie = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  hostOnly: z.boolean(),
  path: z.string(),
  secure: z.boolean(),
  httpOnly: z.boolean(),
  sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
  expiresAt: z.number().optional(),
});
const item = z.object({ origin: z.string(), key: z.string(), value: z.string() });
const state = z.object({ cookies: z.array(cookie), items: z.array(item) });
const keptSession = z.object({ sites: z.array(z.string()), state });

const keyName = 'sessions-key';
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16];
const [folder, ending] = ['sessions', '.sealed'];
const pathOf = (id: string): string => `${folder}/${id}${ending}`;

/**
 * Stores sessions in files encrypted with AES-256-GCM. The key is in the vault. The session ID in the file name is
 * authenticated, so a renamed file cannot be decrypted.
 */
@injectable()
export class SealedSessions {
  #key: Promise<Buffer> | undefined;

  constructor(
    @inject(PrivateFiles) private readonly files: PrivateFiles,
    @inject(SecretVault) private readonly vault: SecretVault,
  ) {}

  /** True when other nodes may change the sessions. */
  get isShared(): boolean {
    return this.files.isShared;
  }

  /** Returns a session by ID. Undefined when it does not exist or cannot be decrypted. */
  async read(id: string): Promise<StoredSession | undefined> {
    const bytes = await this.files.read(pathOf(id));
    if (!bytes || bytes.length < nonceBytes + tagBytes) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', await this.#vaultKey(), bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(id))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
      return keptSession.parse(JSON.parse(text.toString('utf8')));
    } catch {
      // The key is wrong or the file is damaged.
      return undefined;
    }
  }

  /** Writes a session, replacing the previous version. */
  async write(id: string, kept: StoredSession): Promise<void> {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', await this.#vaultKey(), nonce).setAAD(Buffer.from(id));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(kept), 'utf8'), cipher.final()]);
    await this.files.write(pathOf(id), Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
  }

  async remove(id: string): Promise<void> {
    await this.files.remove(pathOf(id));
  }

  async ids(): Promise<readonly string[]> {
    const names = await this.files.list(folder);
    return names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
  }

  #vaultKey(): Promise<Buffer> {
    this.#key ??= this.#openKey();
    this.#key.catch(() => {
      this.#key = undefined;
    });
    return this.#key;
  }

  async #openKey(): Promise<Buffer> {
    const known = Buffer.from((await this.vault.get(keyName)) ?? '', 'base64');
    if (known.length === keyBytes) return known;
    return Buffer.from(await this.vault.create(keyName, randomBytes(keyBytes).toString('base64')), 'base64');
  }
}

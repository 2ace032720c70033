import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../common/errors';

/** Schema of a data directory's plain-text secrets: the vault's secrets by name, and the webhook secret. */
const secretsSchema = z.object({
  vault: z.record(z.string(), z.string()),
  webhook: z.string().optional(),
});

/** Plain-text secrets of a data directory. */
export type BackupSecrets = z.output<typeof secretsSchema>;

const sealedFile = z.object({
  version: z.literal(1),
  salt: z.base64(),
  nonce: z.base64(),
  tag: z.base64(),
  data: z.base64(),
});

/** Encrypts the secrets with a passphrase (scrypt, AES-256-GCM). */
export async function sealSecrets(secrets: BackupSecrets, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce);
  const data = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  const parts = { salt, nonce, tag: cipher.getAuthTag(), data };
  const texts = Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')]));
  return JSON.stringify({ version: 1, ...texts });
}

/** Decrypts the secrets. Throws BAD_REQUEST for a wrong passphrase. */
export async function unsealSecrets(text: string, passphrase: string): Promise<BackupSecrets> {
  try {
    const file = sealedFile.parse(JSON.parse(text));
    const [salt, nonce, tag, data] = [file.salt, file.nonce, file.tag, file.data].map((part) =>
      Buffer.from(part, 'base64'),
    ) as [Buffer, Buffer, Buffer, Buffer];
    const key = await keyOf(passphrase, salt);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 }).setAuthTag(tag);
    const opened = Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
    return secretsSchema.parse(JSON.parse(opened));
  } catch (cause) {
    const message = 'The secrets in this backup cannot be decrypted with that passphrase; nothing was changed.';
    throw new AppError('BAD_REQUEST', message, { cause });
  }
}

function keyOf(passphrase: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

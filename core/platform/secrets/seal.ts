import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '../../common/errors';

const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16];

/**
 * Seals bytes with AES-256-GCM. The result is bound to the name under which the bytes are stored, so it cannot be
 * opened under another name.
 */
export class Seal {
  readonly #key: Buffer;

  /** `key` must be 32 bytes long. */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /**
   * Parses a 32-byte key in Base64 or hex. `variable` is the environment variable that contains the key. Throws
   * BAD_REQUEST for an invalid key.
   */
  static ofText(text: string, variable: string): Seal {
    const key = /^[\da-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
    if (key.length === keyBytes) return new Seal(key);
    const sentence = `${variable} must be ${keyBytes} random bytes as base64 or hex; create them with \`openssl rand -base64 ${keyBytes}\`.`;
    throw new AppError('BAD_REQUEST', sentence);
  }

  /** Seals bytes and returns the result in Base64. */
  close(name: string, content: Uint8Array): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(name));
    const sealed = [cipher.update(content), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
  }

  /**
   * Decrypts bytes that were sealed under a name. Throws STORAGE_ERROR if they were modified or sealed with another
   * key.
   */
  open(name: string, sealed: string): Buffer {
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
    } catch (cause) {
      const sentence = `${name} in the database cannot be decrypted with GLEANER_SECRET_KEY; it was encrypted with another key, or is damaged.`;
      throw new AppError('STORAGE_ERROR', sentence, { cause });
    }
  }

  /** Derives a separate key for a specific purpose (HKDF). */
  derive(purpose: string): Uint8Array {
    return new Uint8Array(hkdfSync('sha256', this.#key, '', purpose, keyBytes));
  }
}

import type { SecretKeeper } from './secret-vault';

/** Secrets that are forgotten when the process ends: for tests and for a data folder that cannot be written. */
export class MemoryKeeper implements SecretKeeper {
  readonly kind = 'memory';
  private readonly secrets = new Map<string, string>();

  async get(name: string): Promise<string | undefined> {
    return this.secrets.get(name);
  }

  async set(name: string, secret: string): Promise<void> {
    this.secrets.set(name, secret);
  }

  async delete(name: string): Promise<boolean> {
    return this.secrets.delete(name);
  }
}

import type { SavedSecrets } from '../../platform/secrets/saved-secrets';

/**
 * Maximum number of names to try for a secret: the base name, then `name 2` and so on. After that, the current time is
 * appended.
 */
const maxNames = 20;

/** Saves the text typed into a field as a secret. The secret's name stays the same while the text grows. */
export class TypedSecret {
  #name: string | undefined;

  constructor(
    private readonly secrets: SavedSecrets,
    private readonly site: string,
    private readonly label: string,
    /** Names of the secrets created in this recording. */
    private readonly made: Set<string>,
  ) {}

  /**
   * Saves the current text in the field and returns the name of the secret. If the site has a saved secret with the
   * same text, that secret is reused.
   */
  async keep(value: string): Promise<string> {
    const name = await this.#nameFor(value);
    if (this.#name !== undefined && this.#name !== name) await this.#drop(this.#name);
    const isOwn = this.#name === name || !(await this.secrets.has(name));
    if (isOwn) await this.secrets.put(name, this.site, value);
    if (isOwn) this.made.add(name);
    this.#name = isOwn ? name : undefined;
    return name;
  }

  async #drop(name: string): Promise<void> {
    this.made.delete(name);
    await this.secrets.remove(name).catch(() => undefined);
  }

  async #nameFor(value: string): Promise<string> {
    const words = `${new URL(this.site).host} ${this.label || 'password'}`.replace(/[^\p{L}\p{N} ._:-]+/gu, ' ');
    const base = words.trim().slice(0, 70);
    for (let count = 1; count <= maxNames; count++) {
      const name = count === 1 ? base : `${base} ${count}`;
      if (name === this.#name || (await this.secrets.fits(name, this.site, value))) return name;
    }
    return `${base} ${Date.now()}`;
  }
}

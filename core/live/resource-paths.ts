/** Most addresses one document of a live page may name. */
const maxAddresses = 20_000;

/**
 * Numbers the addresses of a page's pictures, fonts and style sheets, so that its mirror can ask for those and for no
 * others. A number never comes back with another address: windows keep what they have loaded.
 */
export class ResourcePaths {
  readonly #numbers = new Map<string, number>();
  readonly #addresses = new Map<number, string>();
  #last = -1;

  /** Number of an http(s) address; undefined for others, and once there are too many. */
  numberOf(address: string): number | undefined {
    const known = this.#numbers.get(address);
    if (known !== undefined) return known;
    if (!/^https?:/i.test(address) || this.#addresses.size >= maxAddresses) return undefined;
    const number = ++this.#last;
    this.#addresses.set(number, address);
    this.#numbers.set(address, number);
    return number;
  }

  /** The address with a number. */
  addressOf(number: number): string | undefined {
    return this.#addresses.get(number);
  }

  /** Forgets the addresses: another document is open. */
  clear(): void {
    this.#numbers.clear();
    this.#addresses.clear();
  }
}

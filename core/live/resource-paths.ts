/** Most addresses one live page may name. */
const maxAddresses = 20_000;

/**
 * Numbers the addresses of a page's pictures, fonts and style sheets, so that its mirror can ask for those and for no
 * others.
 */
export class ResourcePaths {
  readonly #numbers = new Map<string, number>();
  readonly #addresses: string[] = [];

  /** Number of an http(s) address; undefined for others, and once there are too many. */
  numberOf(address: string): number | undefined {
    const known = this.#numbers.get(address);
    if (known !== undefined) return known;
    if (!/^https?:/i.test(address) || this.#addresses.length >= maxAddresses) return undefined;
    const number = this.#addresses.push(address) - 1;
    this.#numbers.set(address, number);
    return number;
  }

  /** The address with a number. */
  addressOf(number: number): string | undefined {
    return this.#addresses[number];
  }
}

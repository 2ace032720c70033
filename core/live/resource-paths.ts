/** Maximum number of URLs per document of a live page. */
const maxAddresses = 20_000;

/**
 * Numbers the URLs of a page's images, fonts and style sheets, so that its mirror can request only those. Numbers are never
 * reused, since windows cache what they have loaded.
 */
export class ResourcePaths {
  readonly #numbers = new Map<string, number>();
  readonly #addresses = new Map<number, string>();
  #last = -1;

  /** Returns the number of an http(s) URL; undefined for others, and beyond the maximum. */
  numberOf(address: string): number | undefined {
    const known = this.#numbers.get(address);
    if (known !== undefined) return known;
    if (!/^https?:/i.test(address) || this.#addresses.size >= maxAddresses) return undefined;
    const number = ++this.#last;
    this.#addresses.set(number, address);
    this.#numbers.set(address, number);
    return number;
  }

  addressOf(number: number): string | undefined {
    return this.#addresses.get(number);
  }

  /** Clears the URLs for a new document. */
  clear(): void {
    this.#numbers.clear();
    this.#addresses.clear();
  }
}

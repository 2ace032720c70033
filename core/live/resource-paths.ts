/** Maximum number of resource URLs per document in a live page. */
const maxAddresses = 20_000;

/**
 * Assigns numbers to the URLs of a page's images, fonts and style sheets. The mirror can request only resources with a
 * number. Numbers are never reused, because windows cache loaded resources.
 */
export class ResourcePaths {
  readonly #numbers = new Map<string, number>();
  readonly #addresses = new Map<number, string>();
  #last = -1;

  /** Returns the number for an http(s) URL. Undefined for other URLs, and once the maximum is reached. */
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

  /** Clears all URLs. Called when a new document is loaded. */
  clear(): void {
    this.#numbers.clear();
    this.#addresses.clear();
  }
}

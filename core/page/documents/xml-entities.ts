/** Maximum number of characters to read from a document type declaration. */
const MAX_DOCTYPE_CHARS = 200_000;
/** Maximum number of characters that the entities of a page may add, to prevent exponential expansion. */
const MAX_ADDED_CHARS = 1_000_000;
/** Maximum nesting depth of entities. */
const MAX_LEVELS = 30;
const DOCTYPE = /<!DOCTYPE(?:\s+(?:"[^"]*"|'[^']*'|[^"'[\]<>\s]+))*\s*/iy;
/** A part of an internal DTD subset. Captures the name and quoted value of an internal general entity. */
const SUBSET_PART =
  /\s+|%[^;\s<>]*;|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!ENTITY\s+([^\s%"'<>&;]+)\s+("[^"]*"|'[^']*')\s*>|<!(?!--)(?:[^"'>]|"[^"]*"|'[^']*')*>/y;
const REFERENCE = /&([\p{L}_:][\p{L}\p{N}\p{M}_:.-]*);/gu;
const CHARACTER = /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi;
const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
const MAX_CODE_POINT = 0x10ffff;

/**
 * Internal general entities that a page declares in its own document type declaration (XML 1.0, section 4). Ignores
 * external entities and parameter entities.
 */
export class XmlEntities {
  readonly #values = new Map<string, string>();
  readonly #expanded = new Map<string, string | undefined>();
  #left = MAX_ADDED_CHARS;

  /** Reads the document type declaration at `at`. Returns the index of the first character after it. */
  read(xml: string, at: number): number {
    const text = xml.slice(at, at + MAX_DOCTYPE_CHARS);
    DOCTYPE.lastIndex = 0;
    let end = DOCTYPE.exec(text)?.[0].length ?? 0;
    if (text[end] === '[') end = this.#readSubset(text, end + 1);
    const close = xml.indexOf('>', at + end);
    return close < 0 ? xml.length : close + 1;
  }

  #readSubset(text: string, from: number): number {
    let end = from;
    for (;;) {
      SUBSET_PART.lastIndex = end;
      const part = SUBSET_PART.exec(text);
      if (part === null) return end;
      const [whole, name, value = ''] = part;
      end += whole.length;
      // The first declaration of a name is binding.
      if (name !== undefined && !PREDEFINED.has(name) && !this.#values.has(name))
        this.#values.set(name, value.slice(1, -1).replace(CHARACTER, characterOf));
    }
  }

  /**
   * Replaces references to declared entities in a text. Leaves a reference unchanged if the entity is unknown or
   * contains itself, or if a limit is reached. `convert` is applied to each replacement.
   */
  expand(text: string, convert = (value: string): string => value, level = 0): string {
    if (this.#values.size === 0 || !text.includes('&')) return text;
    return text.replace(REFERENCE, (reference, name: string) => {
      const value = this.#valueOf(name, level);
      if (value === undefined || value.length >= this.#left) return reference;
      this.#left -= value.length + 1;
      return convert(value);
    });
  }

  #valueOf(name: string, level: number): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined || level >= MAX_LEVELS) return undefined;
    if (this.#expanded.has(name)) return this.#expanded.get(name);
    // An entity has no value while it is being expanded, so a cycle ends here.
    this.#expanded.set(name, undefined);
    const expanded = this.expand(value, undefined, level + 1);
    this.#expanded.set(name, expanded);
    return expanded;
  }
}

function characterOf(reference: string, hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > MAX_CODE_POINT ? reference : String.fromCodePoint(code);
}

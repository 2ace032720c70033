import { type DecimalMark, toPlain } from './numbers';

/** Patterns of numbers by decimal separator. A space or an apostrophe between thousands fits either separator. */
const patterns: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^[-−]?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:(?:,\d{3})+|(?:[ \u00a0\u202f\u2009'’]\d{3})+))(?:\.\d+)?$/,
  ',': /^[-−]?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:[ \u00a0\u202f\u2009'’]\d{3})+))(?:,\d+)?$/,
};
const gaps = /[ \u00a0\u202f\u2009'’]/g;
const wholeNumber = /^[-−]?\d+$/;
/** Maximum number of digits in a number. Longer digit sequences are codes, such as phone numbers or barcodes. */
const [maxWholeDigits, maxDigits] = [9, 15];
/** Number of digits from which numbers of equal length are probably codes, such as postcodes. */
const codeDigits = 5;
/** Words in the names of columns whose digits are codes, not quantities. */
const codeWords = new Set(
  'id ids uid sku code codes phone tel telephone telefon fax mobile zip zipcode postcode postal plz isbn ean gtin upc asin barcode artikelnummer serial version'.split(
    ' ',
  ),
);
/** Words that mean a code only at the end of a name: an order number is a code, but a number of orders is not. */
const lastWords = new Set(
  'number nummer no nr ref reference model date datum time uhrzeit name title titel'.split(' '),
);

/** True if the name of a column says that its values are codes, names or dates. Uses the last part of a path. */
function isCodeName(id: string): boolean {
  const name = id.slice(id.lastIndexOf('.') + 1).replace(/([a-z])([A-Z])/g, '$1 $2');
  const words = name.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.some((word) => codeWords.has(word)) || lastWords.has(words.at(-1) ?? '');
}

/** Returns a text as a number. The text must match the pattern of the decimal separator. */
function numberOf(text: string, decimal: DecimalMark): number {
  const isNegative = /^[-−]/.test(text);
  const size = Number(toPlain(isNegative ? text.slice(1) : text, decimal));
  return isNegative ? -size : size;
}

/**
 * Determines if all texts in a column are plain numbers with the same decimal separator, so that the column can be sorted and
 * exported as numbers. Codes, phone numbers, postcodes, versions, numbers with leading zeros, and numbers that may be read
 * in two ways are not plain numbers.
 */
export class NumberTexts {
  #isPossible: boolean;
  /** Decimal separators that all texts so far may have. */
  readonly #marks = new Set<DecimalMark>(['.', ',']);
  /** True if one of the texts is a different number with each decimal separator, e.g. `1.234`. */
  #isAmbiguous = false;
  /** Length of the texts so far. Undefined if the lengths differ, or if a text is not a sequence of digits. */
  #length: number | undefined;
  #count = 0;
  /** Numbers of decimals of the texts that have one or two decimals. */
  readonly #decimals = new Set<number>();
  /** True if a text ends in a zero after its decimal separator, e.g. `1.10`. */
  #hasFinalZero = false;

  /** `id` is the ID of the column. `isPrice` is true if the name of the column contains a word for prices. */
  constructor(
    id: string,
    private readonly isPrice = false,
  ) {
    this.#isPossible = !isCodeName(id);
  }

  add(text: string): void {
    if (!this.#isPossible) return;
    const digits = text.length - (text.match(/\D/g)?.length ?? 0);
    const joined = text.replace(gaps, '');
    const isWhole = wholeNumber.test(joined);
    for (const mark of this.#marks) if (!patterns[mark].test(text)) this.#marks.delete(mark);
    this.#isPossible = this.#marks.size > 0 && digits <= (isWhole ? maxWholeDigits : maxDigits);
    if (!isWhole && this.#marks.size > 1) this.#isAmbiguous = true;
    const decimals = /[.,](\d{1,2})$/.exec(text)?.[1];
    if (decimals !== undefined) {
      this.#decimals.add(decimals.length);
      if (decimals.endsWith('0')) this.#hasFinalZero = true;
    }
    const length = isWhole ? joined.length : undefined;
    this.#length = this.#count === 0 || this.#length === length ? length : undefined;
    this.#count++;
  }

  /** Decimal separator of the numbers. Undefined if the texts are not plain numbers. */
  get decimal(): DecimalMark | undefined {
    if (!this.#isPossible || this.#count === 0) return undefined;
    if (this.#length !== undefined && this.#length >= codeDigits && !this.isPrice) return undefined;
    // Versions such as `1.9` and `1.10` differ from the numbers 1.9 and 1.1.
    if (this.#hasFinalZero && this.#decimals.size > 1) return undefined;
    const [mark, other] = this.#marks;
    return other !== undefined && this.#isAmbiguous ? undefined : mark;
  }
}

/** Returns a text in a column of numbers as a number, and any other value unchanged. */
export const readNumber = (value: unknown, decimal: DecimalMark): unknown =>
  typeof value === 'string' && value !== '' ? numberOf(value.trim(), decimal) : value;

/** Fonts, fills and other parts of a stylesheet that do not depend on the cells. */
const parts =
  '<fonts count="3"><font/><font><u/><color rgb="FF0563C1"/></font><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>';
/** ID of the first number format that a workbook defines. Lower IDs are built in. */
const firstFormat = 164;

/** Indexes of the cell styles that every workbook has. */
export const cellStyle = { plain: 0, time: 1, link: 2, header: 3, date: 4 } as const;

const fixedFormats = ['yyyy\\-mm\\-dd\\ hh:mm:ss', 'yyyy\\-mm\\-dd'] as const;
const fixedStyles = [
  '<xf/>',
  `<xf numFmtId="${firstFormat}" applyNumberFormat="1"/>`,
  '<xf fontId="1" applyFont="1"/>',
  '<xf fontId="2" applyFont="1"/>',
  `<xf numFmtId="${firstFormat + 1}" applyNumberFormat="1"/>`,
] as const;

/** Cell styles of a workbook: the fixed ones, and one per currency. */
export class CellStyles {
  readonly #currencies: string[] = [];

  /**
   * Returns the style index of a number. For amounts, `currency` is an ISO 4217 code, or a symbol that several
   * currencies share.
   */
  ofNumber(currency: string | undefined): number {
    if (currency === undefined) return cellStyle.plain;
    const known = this.#currencies.indexOf(currency);
    if (known < 0) this.#currencies.push(currency);
    return fixedStyles.length + (known < 0 ? this.#currencies.length - 1 : known);
  }

  /** Returns the content of `<styleSheet>` for all styles used so far. */
  xml(): string {
    const formats = [...fixedFormats, ...this.#currencies.map(moneyFormat)];
    const styles = [
      ...fixedStyles,
      ...this.#currencies.map(
        (_, at) => `<xf numFmtId="${firstFormat + fixedFormats.length + at}" applyNumberFormat="1"/>`,
      ),
    ];
    const lines = formats.map((code, at) => `<numFmt numFmtId="${firstFormat + at}" formatCode="${code}"/>`);
    return `<numFmts count="${lines.length}">${lines.join('')}</numFmts>${parts}<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>`;
  }
}

/**
 * Returns the format code for amounts in a currency, e.g. `[$€]#,##0.00##`. The reader's spreadsheet program localizes
 * the format.
 */
function moneyFormat(currency: string): string {
  const { symbol, digits } = symbolOf(currency);
  const number = digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}##`;
  if (symbol === '') return number;
  return /\p{L}\.?$/u.test(symbol) ? `${number} [$${symbol}]` : `[$${symbol}]${number}`;
}

/** Returns the symbol of a currency and the number of decimal places in its amounts. */
function symbolOf(currency: string): { readonly symbol: string; readonly digits: number } {
  if (!/^[A-Z]{3}$/.test(currency)) return { symbol: currency.replace(/["<>&[\]]/g, ''), digits: 2 };
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  return { symbol, digits: format.resolvedOptions().maximumFractionDigits ?? 2 };
}

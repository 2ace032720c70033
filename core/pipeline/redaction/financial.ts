/** IBAN lengths by country. */
const ibanLengths = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18
   FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21
   LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24
   SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/** Leading digits and lengths of card numbers by brand. */
const cards: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|65|64[4-9])/, [16, 19]],
  [/^(?:36|38|30[0-5])/, [14]],
  [/^35(?:2[89]|[3-8])/, [16]],
  [/^62/, [16, 17, 18, 19]],
];

/**
 * Returns the length of the IBAN at the start of a string, including spaces. Returns 0 if the string does not start
 * with an IBAN.
 */
export function ibanLength(text: string): number {
  const length = ibanLengths.get(text.slice(0, 2).toUpperCase()) ?? 0;
  let end = 0;
  let plain = '';
  for (; end < text.length && plain.length < length; end++) {
    const sign = text[end] ?? '';
    if (/[A-Za-z0-9]/.test(sign)) plain += sign.toUpperCase();
    else if (!/[ \u00a0-]/.test(sign)) return 0;
  }
  const isWhole = plain.length === length && length > 0 && !/[A-Za-z0-9]/.test(text[end] ?? '');
  return isWhole && remainder97(plain.slice(4) + plain.slice(0, 4)) === 1 ? end : 0;
}

function remainder97(text: string): number {
  let rest = 0;
  for (const sign of text) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/**
 * True for the digits of a payment card. The number must have the prefix and length of a known brand, and a valid Luhn
 * checksum.
 */
export function isCard(digits: string): boolean {
  return cards.some(([start, lengths]) => start.test(digits) && lengths.includes(digits.length)) && luhn(digits) === 0;
}

function luhn(digits: string): number {
  const values = Array.from(digits, Number).reverse();
  const sum = values.reduce((total, value, at) => {
    const weighed = at % 2 === 1 ? value * 2 : value;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10;
}

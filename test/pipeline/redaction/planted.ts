/** Generates personal data and ordinary text for redaction tests. */

const letters = 'abcdefghijklmnopqrstuvwxyz';
const upper = letters.toUpperCase();
const digitSigns = '0123456789';

/** A value, and a text that contains it. */
export interface Planted {
  readonly value: string;
  readonly text: string;
}

/** Returns text generators. The same seed always yields the same texts. */
export function seeded(seed: number) {
  let state = seed;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const signs = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[below(alphabet.length)]).join('');
  const digits = (length: number) => signs(digitSigns, length);
  const lead = (length: number) => String(1 + below(9)) + digits(length - 1);
  const word = () => signs(letters, 3 + below(7));
  const inText = (
    value: string,
    frames: readonly string[] = ['We wrote $ down.', 'Here: $', '| a | $ | b |', '- $\n- more', '($)', '**$**, then'],
  ) => ({
    value,
    text: pick(frames).replace('$', () => value),
  });

  const emailOf = () => {
    const local = pick([
      word(),
      `${word()}.${word()}`,
      `${word()}_${below(99)}`,
      `${word()}+${word()}`,
      `${word()}-${word()}`,
    ]);
    return `${local}@${pick([`${word()}.com`, `${word()}.co.uk`, `mail.${word()}.de`, `${word()}-${word()}.io`, `müller${below(9)}.example`])}`;
  };
  const north = () => [String(2 + below(8)) + digits(2), String(2 + below(8)) + digits(2), digits(4)] as const;
  const phoneOf = () => {
    const [a, b, c] = north();
    return pick([
      `+49 ${lead(2)} ${digits(7)}`,
      `+49 (0)${lead(3)} ${digits(6)}-${digits(2)}`,
      `+1 (${a}) ${b}-${c}`,
      `+44 ${lead(2)} ${digits(4)} ${digits(4)}`,
      `+33 ${1 + below(8)} ${digits(2)} ${digits(2)} ${digits(2)} ${digits(2)}`,
      `+${lead(2)}${digits(9)}`,
      `(${a}) ${b}-${c}`,
      `${a}-${b}-${c}`,
      `${a}.${b}.${c}`,
      `1-${a}-${b}-${c}`,
      `0${lead(2)} ${digits(4)} ${digits(4)}`,
      `0${lead(2)}/${digits(7)}`,
      `0${lead(3)} ${digits(7)}`,
      `00${lead(2)} ${lead(2)} ${digits(7)}`,
      `0${1 + below(9)} ${digits(2)} ${digits(2)} ${digits(2)} ${digits(2)}`,
    ]);
  };
  const phone = () =>
    random() < 0.3
      ? inText(`${lead(3)} ${digits(4)}${pick(['', ` ${digits(2)}`])}`, [
          'Tel. $',
          'Phone: $',
          'Fax $ (office)',
          '☎ $',
          '**Telefon:** $',
          'Call us: $',
        ])
      : inText(phoneOf());
  const withLuhn = (body: string) => {
    const sum = Array.from(body, Number)
      .reverse()
      .reduce((total, value, at) => total + (at % 2 === 0 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][value]! : value), 0);
    return body + ((10 - (sum % 10)) % 10);
  };
  const card = () => {
    const number = pick([
      () => withLuhn(`4${digits(14)}`),
      () => withLuhn(`5${1 + below(5)}${digits(13)}`),
      () => withLuhn(`37${digits(12)}`),
      () => withLuhn(`6011${digits(11)}`),
      () => withLuhn(`2${2 + below(1)}3${digits(12)}`),
    ])();
    const grouped =
      number.length === 15
        ? number.replace(/(.{4})(.{6})(.{5})/, '$1 $2 $3')
        : number.replace(/(.{4})(?=.)/g, `$1${pick([' ', '-'])}`);
    return inText(random() < 0.5 ? number : grouped);
  };
  const iban = () => {
    const [country, body] = pick([
      () => ['DE', digits(18)],
      () => ['FR', digits(10) + signs(upper + digitSigns, 11) + digits(2)],
      () => ['GB', signs(upper, 4) + digits(14)],
      () => ['NL', signs(upper, 4) + digits(10)],
      () => ['AT', digits(16)],
      () => ['ES', digits(20)],
      () => ['CH', digits(17)],
    ])() as [string, string];
    const number = Array.from(`${body}${country}00`, (sign) => String(Number.parseInt(sign, 36))).join('');
    const check = String(98 - Number(BigInt(number) % 97n)).padStart(2, '0');
    const whole = `${country}${check}${body}`;
    return inText(random() < 0.5 ? whole : whole.replace(/(.{4})(?=.)/g, '$1 '), [
      'IBAN $',
      'Pay to $ BIC COBADEFFXXX',
      '| $ |',
      'Konto: $.',
      '($)',
    ]);
  };
  const any = letters + upper + digitSigns;
  const key = () =>
    pick([
      () => inText(`AKIA${signs(upper + digitSigns, 16)}`),
      () => inText(`ghp_${signs(any, 36)}`),
      () => inText(`xoxb-${digits(12)}-${digits(12)}-${signs(any, 24)}`),
      () => inText(`sk_live_${signs(any, 24)}`),
      () => inText(`AIza${signs(any, 35)}`),
      () => inText(`sk-proj-${signs(any, 48)}`),
      () => inText(`glpat-${signs(any, 20)}`),
      () => inText(`npm_${signs(any, 36)}`),
      () => inText(`eyJ${signs(any, 30)}.eyJ${signs(any, 60)}.${signs(any, 43)}`),
      () => inText(signs(`${any}+/`, 40)),
      () => inText(signs('0123456789abcdef', 32), ['api_key = "$"', 'token: $', 'client_secret=$']),
      () => inText(`${word()}${digits(2)}!${word()}`, ['password: $', 'Password=$', '"password": "$"']),
    ])();

  const isbn13 = () => `978-${below(10)}-${digits(2)}-${digits(6)}-${below(10)}`;
  const day = () => String(1 + below(28)).padStart(2, '0');
  const month = () => String(1 + below(12)).padStart(2, '0');
  const year = () => String(1900 + below(140));
  const grouped = (sign: string) => `${1 + below(99)}${sign}${digits(3)}${sign}${digits(3)}`;
  const ordinary = {
    numbers: () =>
      pick([
        () => `It sold ${grouped(',')} units.`,
        () => `Es waren ${grouped('.')} Stück.`,
        () => `About ${grouped(' ')} people came.`,
        () => `Value ${lead(6)}.${digits(4)} at ${digits(2)}%`,
        () => `From ${lead(4)} to ${lead(5)} in ${year()}–${year()}.`,
        () => `pi is 3.${digits(12)}`,
        () => `Lines ${lead(3)}-${lead(3)} of ${lead(7)}`,
      ])(),
    dates: () =>
      pick([
        () => `${year()}-${month()}-${day()}`,
        () => `${day()}.${month()}.${year()} ${digits(1)}:${day()}`,
        () => `on ${month()}/${day()}/${year()}, ${month()}/${day()}/${year()}`,
        () => `${year()}-${month()}-${day()}T10:${day()}:00Z`,
        () => `${day()}-${month()}-${year()} to ${day()}-${month()}-${year()}`,
        () => `${year()}/${month()}/${day()}`,
      ])(),
    ISBNs: () =>
      pick([
        () => `ISBN ${isbn13()}`,
        () => isbn13(),
        () => `ISBN-10: ${below(2)}-${digits(3)}-${digits(5)}-${below(10)}`,
        () => `${below(8)}-${digits(3)}-${digits(5)}-${below(10)}`,
        () => `978${digits(10)}`,
      ])(),
    prices: () =>
      pick([
        () => `$${grouped(',')}.99`,
        () => `${grouped('.')},00 €`,
        () => `€ ${lead(3)}.${digits(2)} each`,
        () => `USD ${lead(7)}`,
        () => `£${lead(4)}–£${lead(5)}`,
        () => `CHF ${lead(2)}’${digits(3)}.50`,
      ])(),
    'order numbers': () =>
      pick([
        () => `Order ${lead(3)}-${digits(7)}-${digits(7)}`,
        () => `Order no. ${lead(10)}`,
        () => `Rechnung Nr. ${year()}-${digits(5)}`,
        () => `#${lead(8)}`,
        () => `Invoice ${signs(upper, 3)}-${digits(8)}`,
        () => `Tracking: 1Z${signs(upper + digitSigns, 16)}`,
        () => `Bestellnummer: ${lead(12)}`,
        () => `SKU ${signs(upper, 2)}${digits(6)}`,
        () => `EAN 40${digits(11)}`,
      ])(),
  };
  return { planted: { EMAIL: () => inText(emailOf()), PHONE: phone, CARD: card, IBAN: iban, SECRET: key }, ordinary };
}

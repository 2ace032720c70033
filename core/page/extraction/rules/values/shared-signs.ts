/** A currency, with the top-level domains and languages of the countries that use it. */
interface Home {
  readonly code: string;
  readonly hosts: readonly string[];
  readonly languages: readonly string[];
}

const home = (code: string, hosts: string, languages: string): Home => ({
  code,
  hosts: hosts.split(' '),
  languages: languages.split(' '),
});

/** Ambiguous currency symbols with their possible currencies. */
const SHARED: Readonly<Record<string, readonly Home[]>> = {
  $: [
    home('USD', 'us gov mil', 'en-us es-us'),
    home('CAD', 'ca', 'en-ca fr-ca'),
    home('AUD', 'au', 'en-au'),
    home('NZD', 'nz', 'en-nz mi'),
    home('SGD', 'sg', 'en-sg zh-sg'),
    home('HKD', 'hk', 'en-hk zh-hk'),
    home('TWD', 'tw', 'zh-tw'),
    home('MXN', 'mx', 'es-mx'),
    home('ARS', 'ar', 'es-ar'),
    home('CLP', 'cl', 'es-cl'),
    home('COP', 'com.co', 'es-co'),
    home('UYU', 'uy', 'es-uy'),
    home('DOP', 'do', 'es-do'),
  ],
  '¥': [home('JPY', 'jp', 'ja'), home('CNY', 'cn', 'zh-cn zh-hans')],
  kr: [home('SEK', 'se', 'sv'), home('NOK', 'no', 'nb nn no'), home('DKK', 'dk', 'da'), home('ISK', 'is', 'is')],
  Rs: [
    home('INR', 'in', 'hi en-in ta te bn-in mr gu kn ml pa'),
    home('PKR', 'pk', 'ur en-pk'),
    home('LKR', 'lk', 'si en-lk'),
    home('NPR', 'np', 'ne en-np'),
    home('MUR', 'mu', 'en-mu fr-mu'),
  ],
};

/** Properties of a page that indicate its country. */
export interface PageOrigin {
  readonly host: string;
  /** BCP 47 language tag, or empty if unknown. */
  readonly language: string;
}

/** True for a symbol that several currencies share, e.g. `$`. */
export const isSharedSign = (currency: string): boolean => SHARED[currency] !== undefined;

/** True if two codes or symbols are equal, or if one of them is an ambiguous symbol for the other. */
export const mayBeSame = (one: string, other: string): boolean =>
  one === other || denotes(one, other) || denotes(other, one);

/** True if an ambiguous symbol may mean the given currency. */
export const denotes = (sign: string, code: string): boolean => SHARED[sign]?.some((one) => one.code === code) ?? false;

/** Resolves an ambiguous symbol by the page's domain, else by the page's language. */
export function currencyAt(sign: string, { host, language }: PageOrigin): string | undefined {
  const homes = SHARED[sign] ?? [];
  const tag = language.toLowerCase().replaceAll('_', '-');
  const byHost = homes.find(({ hosts }) => hosts.some((end) => end !== '' && host.endsWith(`.${end}`)));
  const byTag = homes.find(({ languages }) => languages.some((one) => tag === one || tag.startsWith(`${one}-`)));
  return (byHost ?? byTag)?.code;
}

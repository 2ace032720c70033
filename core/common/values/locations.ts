/** Time zone and usual languages of a country. */
export interface LocationFacts {
  /**
   * IANA name of the time zone. For a country with several zones, the zone of the capital or of most of the population.
   */
  readonly timeZone: string;
  readonly languages: readonly string[];
}

/** One line per country: ISO 3166-1 alpha-2 code, time zone, languages. */
const table = `
AE Asia/Dubai ar-AE,en
AR America/Argentina/Buenos_Aires es-AR
AT Europe/Vienna de-AT
AU Australia/Sydney en-AU
BD Asia/Dhaka bn-BD,en
BE Europe/Brussels nl-BE,fr-BE
BG Europe/Sofia bg-BG
BR America/Sao_Paulo pt-BR
BY Europe/Minsk be-BY,ru
CA America/Toronto en-CA,fr-CA
CH Europe/Zurich de-CH,fr-CH
CL America/Santiago es-CL
CN Asia/Shanghai zh-CN
CO America/Bogota es-CO
CR America/Costa_Rica es-CR
CY Asia/Nicosia el-CY,en
CZ Europe/Prague cs-CZ
DE Europe/Berlin de-DE
DK Europe/Copenhagen da-DK
DO America/Santo_Domingo es-DO
DZ Africa/Algiers ar-DZ,fr
EC America/Guayaquil es-EC
EE Europe/Tallinn et-EE
EG Africa/Cairo ar-EG
ES Europe/Madrid es-ES
ET Africa/Addis_Ababa am-ET,en
FI Europe/Helsinki fi-FI,sv-FI
FR Europe/Paris fr-FR
GB Europe/London en-GB
GE Asia/Tbilisi ka-GE
GH Africa/Accra en-GH
GR Europe/Athens el-GR
GT America/Guatemala es-GT
HK Asia/Hong_Kong zh-HK,en
HR Europe/Zagreb hr-HR
HU Europe/Budapest hu-HU
ID Asia/Jakarta id-ID
IE Europe/Dublin en-IE
IL Asia/Jerusalem he-IL
IN Asia/Kolkata en-IN,hi-IN
IQ Asia/Baghdad ar-IQ
IR Asia/Tehran fa-IR
IS Atlantic/Reykjavik is-IS
IT Europe/Rome it-IT
JO Asia/Amman ar-JO
JP Asia/Tokyo ja-JP
KE Africa/Nairobi en-KE,sw-KE
KR Asia/Seoul ko-KR
KW Asia/Kuwait ar-KW
KZ Asia/Almaty kk-KZ,ru
LB Asia/Beirut ar-LB,fr
LK Asia/Colombo si-LK,en
LT Europe/Vilnius lt-LT
LU Europe/Luxembourg fr-LU,de-LU
LV Europe/Riga lv-LV
MA Africa/Casablanca ar-MA,fr
MT Europe/Malta mt-MT,en
MX America/Mexico_City es-MX
MY Asia/Kuala_Lumpur ms-MY,en
NG Africa/Lagos en-NG
NL Europe/Amsterdam nl-NL
NO Europe/Oslo nb-NO
NP Asia/Kathmandu ne-NP
NZ Pacific/Auckland en-NZ
PA America/Panama es-PA
PE America/Lima es-PE
PH Asia/Manila en-PH
PK Asia/Karachi ur-PK,en
PL Europe/Warsaw pl-PL
PT Europe/Lisbon pt-PT
PY America/Asuncion es-PY
QA Asia/Qatar ar-QA
RO Europe/Bucharest ro-RO
RS Europe/Belgrade sr-RS
RU Europe/Moscow ru-RU
SA Asia/Riyadh ar-SA
SE Europe/Stockholm sv-SE
SG Asia/Singapore en-SG
SI Europe/Ljubljana sl-SI
SK Europe/Bratislava sk-SK
TH Asia/Bangkok th-TH
TN Africa/Tunis ar-TN,fr
TR Europe/Istanbul tr-TR
TW Asia/Taipei zh-TW
TZ Africa/Dar_es_Salaam sw-TZ,en
UA Europe/Kyiv uk-UA
UG Africa/Kampala en-UG
US America/New_York en-US
UY America/Montevideo es-UY
UZ Asia/Tashkent uz-UZ
VE America/Caracas es-VE
VN Asia/Ho_Chi_Minh vi-VN
ZA Africa/Johannesburg en-ZA
`;

const facts = new Map<string, LocationFacts>(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [country = '', timeZone = '', languages = ''] = line.split(' ');
      return [country, { timeZone, languages: languages.split(',') }];
    }),
);

/**
 * Returns the time zone and languages of a country. Undefined for `US-generic`, an empty value, or a country that is
 * not in the table.
 */
export function locationOf(country: string | undefined): LocationFacts | undefined {
  return facts.get((country ?? '').toUpperCase());
}

/**
 * Adds each tag's base language to a list of language tags and removes duplicates, as browsers do: `de-AT, en` becomes
 * `de-AT, de, en`.
 */
export function languageTags(languages: readonly string[]): readonly string[] {
  return [...new Set(languages.flatMap((tag) => [tag, tag.split('-', 1)[0] ?? tag]))];
}

/** Returns the `Accept-Language` header for language tags in order of preference. */
export function acceptLanguage(languages: readonly string[]): string {
  return languageTags(languages)
    .map((tag, index) => (index === 0 ? tag : `${tag};q=${Math.max(0.1, 1 - index / 10).toFixed(1)}`))
    .join(',');
}

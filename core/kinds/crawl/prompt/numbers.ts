import type { PromptText } from './prompt-text';

/** Numeric options of a crawl, in the form used in a request. */
export interface NumberOptions {
  readonly limit?: number;
  readonly maxDiscoveryDepth?: number;
  readonly delay?: number;
}

const words: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twenty: 20 },
  ...{ fifty: 50, hundred: 100, eine: 1, zwei: 2, drei: 3, vier: 4, fünf: 5, zehn: 10, zwanzig: 20, hundert: 100 },
  ...{ deux: 2, trois: 3, cinq: 5, dix: 10, vingt: 20, cent: 100, dos: 2, tres: 3, cinco: 5, diez: 10, veinte: 20 },
  ...{ due: 2, tre: 3, cinque: 5, dieci: 10, venti: 20, twee: 2, drie: 3, vijf: 5, tien: 10, honderd: 100 },
};

const number = String.raw`(\d{1,3}(?:[.,  ]\d{3})+(?!\d)|\d+(?:[.,]\d+)?|(?:${Object.keys(words).join('|')})(?![\p{L}]))`;
const edge = '(?<![\\p{L}\\p{N}])';
/** Matches a noun that a limit can refer to, such as `pages`. At most two other words may precede it. */
const counted = String.raw`(?=\s+(?:[\p{L}-]+\s+){0,2}(?:pages?|urls?|results?|articles?|posts?|documents?|products?|items?|seiten|artikel|ergebnisse|produkte|p[aá]ginas?|art[ií]culos|pagine|articoli|pagina['’]s|artikelen)(?![\p{L}]))`;
const upTo =
  "max(?:\\.|imum|imal|imaal)?(?: of)?|at most|up to|(?:no|not) more than|the first|first|limit(?:ed)?(?: it)?(?: to| of)?|only|just|höchstens|bis zu|(?:die )?ersten|nur|au plus|(?:au )?maximum(?: de)?|jusqu['’]à|les premi[eè]res|(?:como )?m[aá]ximo(?: de)?|hasta|(?:las |los )?primer[ao]s|(?:al )?massimo|fino a|(?:le )?prime|hoogstens|ten hoogste|de eerste";
const below = 'fewer than|less than|weniger als|moins de|menos de|meno di|minder dan';
const seconds =
  '(milliseconds?|ms|s(?:ec(?:ond)?s?)?|sekunden?|secondes?|segundos?|second[oi]|seconden|min(?:ute)?[ns]?|minutos?|minut[oi])(?![\\p{L}])';

const of = (source: string): RegExp => new RegExp(edge + source, 'iu');

const limits: readonly RegExp[] = [
  of(`(?:${upTo})\\s+${number}${counted}`),
  of(`limit\\s*(?:=|:|is|of|to)?\\s*${number}`),
  of(`${number}${counted}`),
];
const limitBelow = of(`(?:${below})\\s+${number}${counted}`);
const depths: readonly RegExp[] = [
  of(
    `(?:max(?:imum)?\\s+)?(?:crawl(?:ing)?\\s+|discovery\\s+)?(?:depth|tiefe|profondeur|profundidad|profondità|diepte)\\s*(?:=|:|is|of|von|de|di|van)?\\s*${number}`,
  ),
  of(
    `${number}[\\s-]+(?:levels?|hops?|clicks?|ebenen|klicks?|niveaux|niveles|livelli|niveaus)(?:\\s+(?:deep|away|down|tief))?`,
  ),
];
const linkedOnly =
  /(?<!\p{L})(?:only|just)\s+(?:this|the\s+(?:start|first|given))\s+page\s+and\s+(?:the\s+)?(?:pages?\s+(?:that\s+)?(?:it\s+links\s+to|linked\s+(?:from|on)\s+it)|what\s+it\s+links\s+to|its\s+links)/iu;
const thisPageOnly = /(?<!\p{L})(?:only|just)\s+(?:this|the\s+(?:start|first|given))\s+page(?!\s*\p{L})/iu;
const delays: readonly RegExp[] = [
  of(
    `(?:wait|pause|sleep|delay|warte|attends|espera|attendi|wacht)\\p{L}*\\s*(?:=|:|of|for|von|de|di|van)?\\s*${number}\\s*${seconds}(?:\\s+(?:between|after|zwischen|nach|entre|tra|tussen)\\s+(?:(?:each|every|the|two|jeder|den|chaque|cada|le|elke)\\s+)?(?:pages?|requests?|seiten?|p[aá]ginas?|pagine|pagina['’]s))?`,
  ),
  of(`(?:(?:one|a|1)\\s+(?:page|request)\\s+)?(?:every|each|per|alle)\\s+${number}\\s*${seconds}`),
];

/** Returns the numeric options found in a prompt. */
export function readNumbers(text: PromptText): NumberOptions {
  const delay = delayOf(text);
  const depth = text.take(linkedOnly) ? 1 : first(text, depths);
  const fewer = first(text, [limitBelow]);
  const limit = text.take(thisPageOnly) ? 1 : fewer === undefined ? first(text, limits) : fewer - 1;
  return {
    ...(limit !== undefined && limit >= 1 ? { limit: Math.floor(limit) } : {}),
    ...(depth === undefined ? {} : { maxDiscoveryDepth: Math.floor(depth) }),
    ...(delay === undefined ? {} : { delay }),
  };
}

function first(text: PromptText, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const found = text.take(pattern);
    if (found) return numberOf(found.groups[0]);
  }
  return undefined;
}

function delayOf(text: PromptText): number | undefined {
  for (const pattern of delays) {
    const [value, unit = ''] = text.take(pattern)?.groups ?? [];
    if (value === undefined) continue;
    const factor = /^(?:ms|milli)/i.test(unit) ? 0.001 : /^min/i.test(unit) ? 60 : 1;
    const wanted = numberOf(value) * factor;
    return wanted > 0 && wanted <= 3600 ? wanted : undefined;
  }
  return undefined;
}

/** A separator before three digits groups thousands. Any other separator is a decimal separator. */
function numberOf(text = ''): number {
  const named = words[text.toLowerCase()];
  if (named !== undefined) return named;
  if (/^\d{1,3}(?:[., {2}]\d{3})+$/.test(text)) return Number(text.replace(/\D/g, ''));
  return Number(text.replace(',', '.'));
}

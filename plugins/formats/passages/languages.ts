/** Reduces a word to its stem. */
export type Stem = (word: string) => string;

const STEMMERS: Readonly<Record<string, () => Promise<{ readonly stemmer: Stem }>>> = {
  en: () => import('@orama/stemmers/english'),
  de: () => import('@orama/stemmers/german'),
  fr: () => import('@orama/stemmers/french'),
  es: () => import('@orama/stemmers/spanish'),
  it: () => import('@orama/stemmers/italian'),
  pt: () => import('@orama/stemmers/portuguese'),
  nl: () => import('@orama/stemmers/dutch'),
  sv: () => import('@orama/stemmers/swedish'),
  da: () => import('@orama/stemmers/danish'),
  no: () => import('@orama/stemmers/norwegian'),
  fi: () => import('@orama/stemmers/finnish'),
  ru: () => import('@orama/stemmers/russian'),
  hu: () => import('@orama/stemmers/hungarian'),
  ro: () => import('@orama/stemmers/romanian'),
  tr: () => import('@orama/stemmers/turkish'),
};

/** True for a language with a stemmer. */
export const hasStemmer = (language: string): boolean => STEMMERS[language] !== undefined;

/** Returns the stemmer for a language. For unsupported languages, returns a function that does not change words. */
export async function stemmerOf(language: string): Promise<Stem> {
  const load = STEMMERS[language];
  return load ? (await load()).stemmer : (word) => word;
}

/** Stop words: frequent words that do not indicate the topic, including question words. */
const STOP_WORDS: Readonly<Record<string, string>> = {
  en: 'find located a an the and or but of to in on at by for from with without as is are was were be been being it its this that these those there here he she they them his her their we you your our i my me do does did done can could may might must shall should will would have has had not no than then so if what which who whom whose when where why how many much long often old any some into about out up over per each get got im s t',
  de: 'liegt befindet finden der die das den dem des ein eine einen einem einer eines und oder aber von vom zu zum zur in im ins an am auf bei beim für mit ohne als ist sind war waren sein wird werden wurde es er sie sich ich wir ihr ihre ihren ihrem ihrer man kann können darf dürfen muss müssen soll sollen hat haben hatte nicht kein keine nach aus über unter um wie was wer wen wem wann wo warum welche welcher welches welchen viel viele lange gibt dass auch nur noch so bis pro mein meine dieser diese dieses',
  fr: 'trouve trouver situé le la les l un une des du de d et ou mais à au aux en dans sur sous par pour avec sans comme est sont était être été il elle ils elles on nous vous je ce cet cette ces se s sa son ses leur leurs notre nos votre vos qui que qu quoi quel quelle quels quelles quand où comment pourquoi combien ne pas plus y a ont avoir peut peuvent doit faut fait n c j m t si',
  es: 'encuentra puedo el la los las un una unos unas de del y o pero a al en por para con sin como es son era ser está están se su sus lo le les me mi nos nuestro qué que cuál cuáles quién quiénes cuándo dónde cómo cuánto cuánta cuántos cuántas no más hay ha han tiene tener puede pueden debe si ya este esta esto ese',
  it: 'trova posso fare il lo la i gli le un uno una di del dello della dei degli delle e o ma a al allo alla ai agli alle in nel nella nei da dal dalla su sul sulla per con senza come è sono era essere si suo sua suoi loro che chi cosa quale quali quando dove come perché quanto quanta quanti quante non più ha hanno avere può possono deve ci ne questo questa l d',
  pt: 'fica encontra posso o a os as um uma uns umas de do da dos das e ou mas em no na nos nas por pelo pela para com sem como é são era ser está se seu sua seus suas lhe que qual quais quem quando onde porque quanto quanta quantos quantas não mais há tem têm ter pode podem deve isto este esta esse ao aos à às',
  nl: 'ligt vind krijg de het een en of maar van te tot in op aan bij voor met zonder als is zijn was waren wordt worden het hij zij ze u uw we wij ik je jouw zich dat die dit deze er niet geen naar uit over onder om hoe wat wie wanneer waar waarom welke welk veel lang kan kunnen mag mogen moet moeten heeft hebben ook nog per',
  sv: 'ligger finns jag en ett den det de och eller men av till i på vid för med utan som är var vara blir han hon man vi ni jag du sig sin sitt sina dess inte ingen inget från ut över under om hur vad vem vilka vilken vilket när var varför många mycket länge kan får måste ska skall har hade också per att mitt min',
  ru: 'находится и или но в во на у к ко от до из с со по за для без как это этот эта эти тот что кто кого кому чей когда где куда почему зачем сколько какой какая какое какие каков не ни нет он она они оно его её их мы вы я мой наш ваш был была были быть есть будет можно нужно ли же бы при о об так уже',
  pl: 'znajduje i lub ale w we na u do od z ze po za dla bez jak jest są był była być to ten ta te co kto kogo kiedy gdzie dlaczego ile jaki jaka jakie który która które nie się on ona oni jego jej ich my wy ja mój nasz czy może można trzeba o przy już',
};

const stops = new Map(Object.entries(STOP_WORDS).map(([name, words]) => [name, new Set(words.split(' '))] as const));

/** True for a stop word. */
export const isStopWord = (word: string, language: string): boolean => stops.get(language)?.has(word) ?? false;

/**
 * Detects the language of a text from its script and frequent words. Falls back to the declared language, then to
 * English.
 */
export function languageOf(text: string, declared: unknown): string {
  const stated = typeof declared === 'string' ? declared.toLowerCase().split(/[-_]/)[0] : undefined;
  const named = stated === 'nb' || stated === 'nn' ? 'no' : stated;
  const sample = text.slice(0, 20_000).toLowerCase();
  if (/[\u3040-\u30ff]/.test(sample)) return 'ja';
  if (/[\uac00-\ud7af]/.test(sample)) return 'ko';
  if ((sample.match(/[\u4e00-\u9fff]/g)?.length ?? 0) > sample.length / 5) return 'zh';
  const words = sample.match(/\p{L}+/gu) ?? [];
  const counts = [...stops].map(([name, own]) => [name, words.filter((word) => own.has(word)).length] as const);
  const [best = ['en', 0]] = counts.toSorted((a, b) => b[1] - a[1]);
  const own = counts.find(([name]) => name === named)?.[1];
  if (named && (own === undefined || own >= 0.7 * best[1])) return named;
  return best[1] >= 3 ? best[0] : (named ?? 'en');
}

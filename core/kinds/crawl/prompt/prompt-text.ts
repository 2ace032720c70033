/** A match in a prompt, with its position and captured groups. */
export interface Mention {
  readonly index: number;
  readonly groups: readonly (string | undefined)[];
}

/** Words that start an exclusion. */
const without =
  /(?<![\p{L}])(?:except(?:ing)?|not|no|don['’]t|without|exclud(?:e|es|ing)|skip(?:ping)?|ignor(?:e|ing)|avoid(?:ing)?|omit(?:ting)?|leav(?:e|ing)|apart|other than|ohne|außer|ausser|nicht|keine?n?|ausgenommen|sauf|sans|hors|excepto|salvo|sin|tranne|eccetto|senza|behalve|zonder|geen|niet)(?![\p{L}])/giu;
/** Words that end an exclusion. */
const within =
  /(?<![\p{L}])(?:only|just|includ(?:e|ing)|instead|nur|seulement|uniquement|inclure|solo|sólo|solamente|soltanto|incluye|alleen|(?:and|then|und|dann) (?:crawl|scrape|get|take|fetch|follow|read|visit|collect|crawle|hole|lies))(?![\p{L}])/giu;
/** Phrases for requests that no crawl option can express. */
const vague =
  /(?<![\p{L}])(?:especially|mainly|mostly|preferably|ideally|prioriti[sz]e|start(?:ing)? with|begin(?:ning)? with|if|unless|when|whose|not only|nicht nur|vor allem|falls|wenn|surtout|especialmente|soprattutto|vooral)(?![\p{L}])/iu;

const clauseEnds = /[,;\n]|[.!?](?=\s|$)|(?<![\p{L}])(?:but|aber|mais|pero|maar)(?![\p{L}])/giu;
const sentenceEnds = /[;\n]|[.!?](?=\s|$)/g;

/** Words that do not affect options, in the supported languages. */
const fillers = new Set(
  `please could you can would like want need i we me us my our your to go and or but also then too as well the a an of off from
  on in at for with by under below within inside into through out this that these those there is are be should must may will
  do does have it its all any each every everything other others than more most at over up only just crawl crawls crawling use using
  scrape scraping get fetch take collect gather download find visit follow read give bring grab extract site sites website
  websites domain web page pages url urls address addresses link links section sections area areas part parts path paths
  folder folders content contents starting start where which what max maximum limit limited depth include including included
  except excepting not no don't without exclude excluding excludes skip skipping ignore ignoring avoid avoiding omit leave
  leaving apart instead between after per
  bitte ich wir möchte will brauche und oder aber auch dann der die das den dem des ein eine einen einer von vom aus auf im in
  an am für mit bei unter zu zum zur alle alles jede jeder jedes nur seite seiten webseite webseiten website link links hole
  hol lies lade sammle crawle besuche ist sind soll sollen ohne außer ausser nicht kein keine keinen bereich abschnitt ordner
  je pro zwischen nach mehr als
  s'il vous plaît je nous veux et ou mais aussi le la les un une des du de d' dans sur sous pour avec tout tous toute toutes
  seulement uniquement page pages lien liens site récupère récupérer explore explorer sauf sans hors pas
  por favor quiero y o pero también el la los las un una de del en para con todo todos toda todas solo sólo solamente página
  páginas enlace enlaces sitio rastrea rastrear excepto salvo sin
  per favore voglio e ma anche il lo la i gli le un uno una di del della dei delle da in su per con tutto tutti tutta tutte
  soltanto pagina pagine collegamenti sito scansiona tranne eccetto senza
  graag wil ik en of maar ook de het een van uit op in voor met alle alles alleen pagina pagina's website haal verzamel behalve
  zonder geen niet`.split(/\s+/),
);

/**
 * A prompt that rules consume piece by piece. Each piece is consumed only once. The remaining text is reported as not
 * understood.
 */
export class PromptText {
  #rest: string;
  readonly #vague: string[] = [];

  constructor(private readonly text: string) {
    this.#rest = text;
    for (const { start, end } of this.#pieces(clauseEnds)) {
      const clause = text.slice(start, end);
      if (!vague.test(clause)) continue;
      this.#vague.push(clause.trim());
      this.#blank(start, end);
    }
  }

  /**
   * Consumes and returns the first match. Undefined if nothing matches, or if `accepts` rejects the position of the
   * match.
   */
  take(pattern: RegExp, accepts: (index: number) => boolean = () => true): Mention | undefined {
    const match = pattern.exec(this.#rest);
    if (!match || !accepts(match.index)) return undefined;
    this.#blank(match.index, match.index + match[0].length);
    return { index: match.index, groups: match.slice(1) };
  }

  takeAll(pattern: RegExp): readonly Mention[] {
    const taken: Mention[] = [];
    for (let next = this.take(pattern); next; next = this.take(pattern)) taken.push(next);
    return taken;
  }

  /** True when the words before a position exclude the text that follows. */
  isExclusion(index: number): boolean {
    const start = this.#pieces(sentenceEnds).find(({ end }) => index < end)?.start ?? 0;
    const before = this.text.slice(start, index);
    const last = (pattern: RegExp) => [...before.matchAll(pattern)].at(-1)?.index ?? -1;
    return last(without) > last(within);
  }

  /** Returns the remaining words, as written in the prompt. */
  unread(): readonly string[] {
    const pieces = this.#pieces(clauseEnds).flatMap(({ start, end }) => this.#rest.slice(start, end).split(/ {3,}/));
    return [...this.#vague, ...pieces.map(withoutFillers).filter((piece) => piece !== '')];
  }

  #pieces(ends: RegExp): readonly { readonly start: number; readonly end: number }[] {
    const cuts = [...this.text.matchAll(ends)].map(({ index, 0: cut }) => ({ at: index, after: index + cut.length }));
    const starts = [0, ...cuts.map(({ after }) => after)];
    return starts.map((start, place) => ({ start, end: cuts[place]?.at ?? this.text.length }));
  }

  /** Replaces a range with spaces. Positions stay the same, and the words before and after the range stay separate. */
  #blank(start: number, end: number): void {
    this.#rest = this.#rest.slice(0, start) + ' '.repeat(end - start) + this.#rest.slice(end);
  }
}

/** Removes filler words from both ends of a piece. Returns an empty string if all words are fillers. */
function withoutFillers(piece: string): string {
  const words = piece.split(/\s+/).filter((word) => word !== '');
  const says = (word: string): boolean => {
    const bare = word.toLowerCase().replace(/^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');
    return bare !== '' && !fillers.has(bare);
  };
  const first = words.findIndex(says);
  return first < 0 ? '' : words.slice(first, words.findLastIndex(says) + 1).join(' ');
}

/** Possible position of a block's words in the known text. */
interface Spot {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

const TOKEN = /[\u3040-\u9fff]|[\p{L}\p{N}_]+/gu;
const CJK = /[\u3040-\u9fff]/;
const GRAM = 4;
const MAX_PLACES = 24;
const MAX_LISTED = 200;
/**
 * A block with at least this many words counts as content if it occurs anywhere in the known text, even if the order of
 * blocks differs there.
 */
const SURE_WORDS = 12;

/** Returns words in lower case. CJK text has no spaces, so each character counts as a word. */
function tokensOf(text: string): readonly string[] {
  const tokens = text.toLowerCase().match(TOKEN) ?? [];
  return tokens.flatMap((token) => (CJK.test(token) && token.length > 1 ? [...token] : [token]));
}

const gram = (tokens: readonly string[], at: number, size: number): string => tokens.slice(at, at + size).join(' ');

function placesOfGrams(truth: readonly string[], size: number): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>();
  for (let i = 0; i + size <= truth.length; i++) {
    const key = gram(truth, i, size);
    const list = places.get(key);
    if (list === undefined) places.set(key, [i]);
    else if (list.length < MAX_LISTED) list.push(i);
  }
  return places;
}

/** The known text and an index of its word sequences. */
class KnownText {
  readonly length: number;
  readonly grams: ReadonlyMap<string, number[]>;
  private readonly tokens: readonly string[];
  private readonly bySize = new Map<number, ReadonlyMap<string, number[]>>();

  constructor(text: string) {
    this.tokens = tokensOf(text);
    this.length = this.tokens.length;
    this.grams = placesOfGrams(this.tokens, GRAM);
  }

  /** Returns the possible positions of a block. A short block must occur in full, word for word. */
  spotsOf(tokens: readonly string[]): readonly Spot[] {
    if (tokens.length === 0) return [];
    return tokens.length < GRAM + 2 ? this.wholeSpots(tokens) : this.longSpots(tokens);
  }

  private wholeSpots(tokens: readonly string[]): readonly Spot[] {
    const size = tokens.length;
    const places = this.bySize.get(size) ?? placesOfGrams(this.tokens, size);
    this.bySize.set(size, places);
    return (places.get(gram(tokens, 0, size)) ?? []).map((from) => ({ from, to: from + size, weight: size }));
  }

  private longSpots(tokens: readonly string[]): readonly Spot[] {
    const diagonals = new Map<number, { from: number; to: number; weight: number }>();
    for (let i = 0; i + GRAM <= tokens.length; i++) {
      for (const place of (this.grams.get(gram(tokens, i, GRAM)) ?? []).slice(0, MAX_PLACES)) {
        const key = Math.round((place - i) / 4);
        const spot = diagonals.get(key) ?? { from: place, to: place, weight: 0 };
        spot.weight++;
        spot.from = Math.min(spot.from, place);
        spot.to = Math.max(spot.to, place + GRAM);
        diagonals.set(key, spot);
      }
    }
    return [...diagonals.values()].sort((a, b) => b.weight - a.weight).slice(0, MAX_PLACES);
  }
}

/** A chain of blocks with ascending positions in the known text. */
interface Chain {
  readonly block: number;
  readonly to: number;
  readonly total: number;
  readonly before: Chain | undefined;
}

/** Finds the heaviest chain that ends at or before a position (a Fenwick tree over positions). */
class BestChains {
  private readonly best: (Chain | undefined)[];

  constructor(length: number) {
    this.best = new Array<Chain | undefined>(length + 2);
  }

  upTo(place: number): Chain | undefined {
    let found: Chain | undefined;
    for (let i = place + 1; i > 0; i -= i & -i) {
      const chain = this.best[i];
      if ((chain?.total ?? 0) > (found?.total ?? 0)) found = chain;
    }
    return found;
  }

  add(chain: Chain): void {
    for (let i = chain.to + 1; i < this.best.length; i += i & -i)
      if (chain.total > (this.best[i]?.total ?? 0)) this.best[i] = chain;
  }
}

function chainedBlocks(spots: readonly (readonly Spot[])[], length: number): ReadonlySet<number> {
  const chains = new BestChains(length);
  spots.forEach((list, block) => {
    const fresh = list.map(({ from, to, weight }): Chain => {
      const before = chains.upTo(Math.min(length, from));
      const isNext = before !== undefined && from - before.to <= 1 && block - before.block <= 2;
      return { block, to: Math.min(length, to), total: (before?.total ?? 0) + weight + (isNext ? 0.5 : 0), before };
    });
    for (const chain of fresh) chains.add(chain);
  });
  const chained = new Set<number>();
  for (let chain = chains.upTo(length); chain !== undefined; chain = chain.before) chained.add(chain.block);
  return chained;
}

/**
 * Aligns the words of blocks with the known main text. Returns, for each block, the share of its words that occur in
 * that text, from 0 to 1.
 */
export function labelByText(texts: readonly string[], truth: string): Float64Array {
  const known = new KnownText(truth);
  const blocks = texts.map(tokensOf);
  const chained = chainedBlocks(
    blocks.map((tokens) => known.spotsOf(tokens)),
    known.length,
  );
  return Float64Array.from(blocks, (tokens, block) => {
    if (tokens.length === 0) return 0;
    if (tokens.length < GRAM + 2) return chained.has(block) ? 1 : 0;
    let hits = 0;
    for (let i = 0; i + GRAM <= tokens.length; i++) if (known.grams.has(gram(tokens, i, GRAM))) hits++;
    return chained.has(block) || tokens.length >= SURE_WORDS ? hits / (tokens.length - GRAM + 1) : 0;
  });
}

const squash = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Labels the blocks of a page for which only snippets are known. Returns 1 for a block with wanted text, 0 for unwanted
 * text, and -1 for all other blocks.
 */
export function labelBySnippets(
  texts: readonly string[],
  wanted: readonly string[],
  unwanted: readonly string[],
): Float64Array {
  const [yes, no] = [wanted.map(squash), unwanted.map(squash)];
  const has = (text: string, list: readonly string[]): boolean =>
    list.some((one) => one.length > 0 && (text.includes(one) || (text.length > 25 && one.includes(text))));
  return Float64Array.from(texts, (text) => {
    const squashed = squash(text);
    return has(squashed, no) ? 0 : has(squashed, yes) ? 1 : -1;
  });
}

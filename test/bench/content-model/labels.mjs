// Which blocks of a page belong to its known main text, found by aligning words.
const TOKEN = /[\u3040-\u9fff]|[\p{L}\p{N}_]+/gu;
const CJK = /[\u3040-\u9fff]/;
export const tokensOf = (text) =>
  (text ?? '')
    .toLowerCase()
    .match(TOKEN)
    ?.flatMap((t) => (CJK.test(t) && t.length > 1 ? [...t] : [t])) ?? [];

const GRAM = 4;
const MAX_PLACES = 24;
const gram = (tokens, i, size) => tokens.slice(i, i + size).join(' ');

function gramPlaces(truth, size) {
  const where = new Map();
  for (let i = 0; i + size <= truth.length; i++) {
    const key = gram(truth, i, size);
    const list = where.get(key);
    if (!list) where.set(key, [i]);
    else if (list.length < 200) list.push(i);
  }
  return where;
}

/** Where a block may lie in the truth: `{ from, to, weight }` per place; short blocks must match whole. */
function placesOf(tokens, byGram, bySize) {
  if (tokens.length < GRAM + 2) {
    const size = tokens.length;
    return (bySize(size).get(gram(tokens, 0, size)) ?? [])
      .slice(0, 200)
      .map((from) => ({ from, to: from + size, weight: size }));
  }
  const diagonals = new Map();
  for (let i = 0; i + GRAM <= tokens.length; i++) {
    for (const p of (byGram.get(gram(tokens, i, GRAM)) ?? []).slice(0, MAX_PLACES)) {
      const key = Math.round((p - i) / 4);
      const d = diagonals.get(key) ?? { from: p, to: p, weight: 0 };
      d.weight++;
      d.from = Math.min(d.from, p);
      d.to = Math.max(d.to, p + GRAM);
      diagonals.set(key, d);
    }
  }
  return [...diagonals.values()].sort((a, b) => b.weight - a.weight).slice(0, MAX_PLACES);
}

/** The heaviest chain of blocks whose places in the truth follow each other. */
function bestChain(candidates, length) {
  const best = new Float64Array(length + 2),
    who = new Int32Array(length + 2).fill(-1); // Fenwick tree over ends
  const top = (at) => {
    let v = 0,
      id = -1;
    for (let i = at + 1; i > 0; i -= i & -i)
      if (best[i] > v) {
        v = best[i];
        id = who[i];
      }
    return [v, id];
  };
  const set = (at, v, id) => {
    for (let i = at + 1; i < best.length; i += i & -i)
      if (v > best[i]) {
        best[i] = v;
        who[i] = id;
      }
  };
  const items = [];
  for (let b = 0, k = 0; b < candidates.length; b++) {
    const fresh = [];
    for (const c of candidates[b]) {
      const [v, prev] = top(Math.min(length, c.from));
      const near = prev >= 0 && c.from - items[prev].to <= 1 && b - items[prev].block <= 2 ? 0.5 : 0;
      fresh.push({ block: b, to: c.to, prev, total: v + c.weight + near });
    }
    for (const item of fresh) {
      items.push(item);
      set(Math.min(length, item.to), item.total, k++);
    }
  }
  const chained = new Set();
  for (let id = top(length)[1]; id >= 0; id = items[id].prev) chained.add(items[id].block);
  return chained;
}

/** One number per block: 1 main text, 0 not, between for blocks only partly in it. */
export function labelBlocks(texts, truthText) {
  const truth = tokensOf(truthText);
  const blocks = texts.map(tokensOf);
  const byGram = gramPlaces(truth, GRAM);
  const sizes = new Map();
  const bySize = (size) => {
    if (!sizes.has(size)) sizes.set(size, gramPlaces(truth, size));
    return sizes.get(size);
  };
  const chained = bestChain(
    blocks.map((tokens) => (tokens.length === 0 ? [] : placesOf(tokens, byGram, bySize))),
    truth.length,
  );
  return Float64Array.from(blocks, (tokens, b) => {
    if (tokens.length === 0) return 0;
    if (tokens.length < GRAM + 2) return chained.has(b) ? 1 : 0;
    let hits = 0;
    for (let i = 0; i + GRAM <= tokens.length; i++) if (byGram.has(gram(tokens, i, GRAM))) hits++;
    const share = hits / (tokens.length - GRAM + 1);
    return chained.has(b) || tokens.length >= 12 ? share : 0;
  });
}

/** For pages known only by snippets: 1 or 0 where a snippet lies in the block, -1 elsewhere. */
export function labelSnippets(texts, wanted, unwanted) {
  const squash = (s) => s.toLowerCase().replace(/\s+/g, ' ').trim();
  const has = (text, list) =>
    list.some((s) => s.length > 0 && (text.includes(s) || (text.length > 25 && s.includes(text))));
  const yes = wanted.map(squash),
    no = unwanted.map(squash);
  return Float64Array.from(texts, (text) => {
    const t = squash(text);
    return has(t, no) ? 0 : has(t, yes) ? 1 : -1;
  });
}

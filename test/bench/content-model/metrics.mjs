// The public benchmarks' figures over pages with a probability per block; the scorer of the quality folder is the judge,
// this is the same arithmetic without the round trip.
const WORD = /[\p{L}\p{N}_]+/gu;
const words = (text) => (text ?? '').match(WORD) ?? [];
const mean = (list) => (list.length === 0 ? Number.NaN : list.reduce((a, b) => a + b, 0) / list.length);
const bag = (list) => {
  const m = new Map();
  for (const x of list) m.set(x, (m.get(x) ?? 0) + 1);
  return m;
};
const squash = (s) => s.toLowerCase().replace(/\s+/g, ' ').trim();

function wordF1(text, truth) {
  const p = words(text.toLowerCase()),
    r = words(truth.toLowerCase());
  if (p.length === 0 || r.length === 0) return p.length === r.length ? 1 : 0;
  const a = bag(p);
  let shared = 0;
  for (const [word, count] of bag(r)) shared += Math.min(count, a.get(word) ?? 0);
  return (2 * shared) / (p.length + r.length);
}
const shingles = (text) => {
  const w = words(text);
  return bag(Array.from({ length: Math.max(1, w.length - 3) }, (_, i) => w.slice(i, i + 4).join(' ')));
};
function shingleRates(text, truth) {
  const t = shingles(truth),
    p = shingles(text);
  let tp = 0,
    fp = 0,
    fn = 0;
  for (const [k, c] of t) {
    const d = p.get(k) ?? 0;
    tp += Math.min(c, d);
    fn += Math.max(0, c - d);
  }
  for (const [k, d] of p) fp += Math.max(0, d - (t.get(k) ?? 0));
  return [tp + fp > 0 ? tp / (tp + fp) : 0, tp + fn > 0 ? tp / (tp + fn) : 0];
}
const rate = (text, list) =>
  list?.length ? list.filter((s) => text.includes(squash(s))).length / list.length : undefined;
const round = (x) => Number(x.toFixed(4));

/** f1 of each set, of each page type and of each fold. */
export function metrics(pages, probabilities, threshold) {
  const shares = [],
    byType = {},
    byFold = {},
    without = [],
    counts = { tp: 0, fp: 0, fn: 0 };
  for (const page of pages) {
    const text = page.blocks
      .filter((_, i) => probabilities[page.offset + i] >= threshold)
      .map((block) => block.text)
      .join('\n');
    if (page.set === 'articles') {
      shares.push(shingleRates(text, page.truth.text));
      continue;
    }
    if (page.set === 'multilingual') {
      const has = (s) => text.replace(/\s+/g, ' ').includes(s.replace(/\s+/g, ' ').trim());
      const tp = page.truth.with.filter(has).length;
      counts.tp += tp;
      counts.fn += page.truth.with.length - tp;
      counts.fp += page.truth.without.filter(has).length;
      continue;
    }
    const f1 = wordF1(text, page.truth.text);
    page.f1 = f1;
    byType[page.type] = [...(byType[page.type] ?? []), f1];
    byFold[page.fold] = [...(byFold[page.fold] ?? []), f1];
    without.push(rate(squash(text), page.truth.without));
  }
  const [precision, recall] = [0, 1].map((i) => mean(shares.map((s) => s[i])));
  return {
    articles: round((2 * precision * recall) / (precision + recall)),
    f1: round(mean(Object.values(byType).flat())),
    macro: round(mean(Object.values(byType).map(mean))),
    without: round(mean(without.filter((x) => x !== undefined))),
    multilingual: round((2 * counts.tp) / (2 * counts.tp + counts.fp + counts.fn)),
    types: Object.fromEntries(Object.entries(byType).map(([k, v]) => [k, round(mean(v))])),
    folds: Object.values(byFold).map((v) => round(mean(v))),
  };
}

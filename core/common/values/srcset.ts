/** An image in a `srcset`: its URL and its descriptors, e.g. `2x`. */
export interface SrcsetCandidate {
  readonly url: string;
  readonly descriptor: string;
}

const urlAt = /[\s,]*(\S+)/y;
const descriptorAt = /(?:[^,(]|\([^)]*\)?)*/y;

/** Splits a `srcset` attribute into its candidates according to the HTML standard. Runs in linear time. */
export function srcsetCandidates(srcset: string): readonly SrcsetCandidate[] {
  const found: SrcsetCandidate[] = [];
  urlAt.lastIndex = 0;
  for (let match = urlAt.exec(srcset); match; match = urlAt.exec(srcset)) {
    const [, word = ''] = match;
    const url = word.replace(/(?<!,),+$/, '');
    descriptorAt.lastIndex = urlAt.lastIndex;
    const descriptor = url === word ? (descriptorAt.exec(srcset)?.[0] ?? '') : '';
    found.push({ url, descriptor: descriptor.trim() });
    urlAt.lastIndex += descriptor.length;
  }
  return found.filter(({ url }) => url !== '');
}

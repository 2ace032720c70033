import { type ChildNode, type Document, type Element, isTag } from 'domhandler';
import { analysePage, type PageAnalysis } from './analyse-page';
import type { BlockFeatures } from './block-features';
import modelJson from './block-model.json';
import { type FeatureTable, tableOf } from './feature-table';
import { FreeTrees, freeSplits } from './free-trees';
import { findHeadline } from './headline';
import { CLEAR, FREE_SHARE, probability } from './judgement';
import { keepBlocks } from './keep-blocks';
import { keepMedia } from './keep-media';
import { ObliviousTrees, obliviousSplits } from './oblivious-trees';
import { type IsDropped, isDroppedTag } from './page-index';
import { likeliestType, PAGE_TYPES, type PageType, typeRowOf } from './page-type';
import typeJson from './page-type-model.json';
import { Thresholds } from './thresholds';

/** The nodes of a page that carry its main content, their ancestors included. */
export interface MainContent {
  readonly kept: ReadonlySet<ChildNode>;
  /** The page's own headline, which leads the content. */
  readonly headline: Element | undefined;
  readonly pageType: PageType;
  /** True when the page's `noscript` parts were read because scripts would have filled the rest. */
  readonly isScriptShell: boolean;
}

const MAX_JUDGED = 10_000;
const typeThresholds = new Thresholds(PAGE_TYPES.flatMap((type) => obliviousSplits(typeJson[type])));
const typeModels = PAGE_TYPES.map((type) => new ObliviousTrees(typeJson[type], typeThresholds));
const blockThresholds = new Thresholds([...obliviousSplits(modelJson.oblivious), ...freeSplits(modelJson.free)]);
const obliviousTrees = new ObliviousTrees(modelJson.oblivious, blockThresholds);
const freeTrees = new FreeTrees(modelJson.free, blockThresholds, FREE_SHARE);

/** Finds the main content, which of a bare frame is nothing at all; `undefined` when no text qualifies. */
export function findMainContent(document: Document, url: string, isDropped: IsDropped): MainContent | undefined {
  const analysis = analysePage(document, url, isDropped);
  if (analysis.page.blocks.length === 0) return undefined;
  const pageRow = typeThresholds.rank(tableOf(analysis.pageRow));
  const typeScores = typeModels.map((model) => probability(model.logOdds(pageRow)[0] ?? 0));
  const features = analysis.features(typeRowOf(analysis.pageRow, typeScores));
  const verdicts = blockVerdicts(analysis, features);
  const keep = keepBlocks(analysis.structure, verdicts, (index) => features.signature(index));
  if (keep === undefined) return undefined;
  keepMedia(analysis.structure, keep);
  const headline = keep.includes(1) ? findHeadline(analysis.page, analysis.facts, keep) : undefined;
  if (headline !== undefined) keep.fill(1, headline.firstBlock, headline.endBlock);
  const kept = nodesOf(analysis, keep);
  return { kept, headline: headline?.node, pageType: likeliestType(typeScores), isScriptShell: analysis.isScriptShell };
}

/** Judges every block with words; on huge pages only some of each make, and the others are like the last one judged. */
function blockVerdicts({ page }: PageAnalysis, features: BlockFeatures): Float64Array {
  const stride = Math.ceil(page.blocks.length / MAX_JUDGED);
  const judges = new Int32Array(page.blocks.length).fill(-1);
  const last = new Map<number, number>();
  const judged: number[] = [];
  page.blocks.forEach(({ stats }, i) => {
    if (stats.words === 0) return;
    const known = stride === 1 || i % stride === 0 ? undefined : last.get(features.signature(i));
    judges[i] = known ?? judged.push(i) - 1;
    if (stride > 1) last.set(features.signature(i), judges[i] ?? 0);
  });
  const verdicts = judgeRows(features.table(judged));
  return Float64Array.from(judges, (at) => (at < 0 ? 0 : (verdicts[at] ?? 0)));
}

/** Two kinds of trees err differently, and a mean of their log-odds is better than either; clear cases need one only. */
function judgeRows(table: FeatureTable): Float64Array {
  const ranks = blockThresholds.rank(table);
  const scores = obliviousTrees.logOdds(ranks);
  const doubtful: number[] = [];
  scores.forEach((score, row) => {
    if (Math.abs(score) < CLEAR) doubtful.push(row);
  });
  const rows = Int32Array.from(doubtful);
  for (const row of rows) scores[row] = (scores[row] ?? 0) * (1 - FREE_SHARE);
  freeTrees.addTo(scores, ranks, rows);
  return scores.map(probability);
}

/** The leaves of kept blocks with all above them, and all inside those that are kept as one thing. */
function nodesOf({ page }: PageAnalysis, keep: Uint8Array): ReadonlySet<ChildNode> {
  const kept = new Set<ChildNode>();
  page.blocks.forEach((block, i) => {
    if (keep[i] !== 1) return;
    for (const leaf of block.leaves) {
      let node: ChildNode | null = leaf;
      while (node !== null && !kept.has(node)) {
        kept.add(node);
        node = node.parent as ChildNode | null;
      }
      if (isTag(leaf)) for (const inner of leaf.children) keepInside(inner, kept);
    }
  });
  return kept;
}

function keepInside(root: ChildNode, kept: Set<ChildNode>): void {
  const stack: ChildNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isDroppedTag(node, false)) continue;
    kept.add(node);
    if (isTag(node)) for (const child of node.children) stack.push(child);
  }
}

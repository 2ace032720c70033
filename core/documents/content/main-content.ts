import { type ChildNode, type Document, isTag } from 'domhandler';
import { analysePage, type PageAnalysis } from './analyse-page';
import type { BlockFeatures } from './block-features';
import modelJson from './block-model.json';
import { FreeTrees } from './free-trees';
import { keepBlocks } from './keep-blocks';
import { keepMedia } from './keep-media';
import { ObliviousTrees } from './oblivious-trees';
import { type IsDropped, isDroppedTag } from './page-index';
import { likeliestType, PAGE_TYPES, type PageType, typeRowOf } from './page-type';
import typeJson from './page-type-model.json';

/** The nodes of a page that carry its main content, their ancestors included. */
export interface MainContent {
  readonly kept: ReadonlySet<ChildNode>;
  readonly pageType: PageType;
  /** True when the page's `noscript` parts were read because scripts would have filled the rest. */
  readonly isScriptShell: boolean;
}

const MAX_JUDGED = 10_000;
const typeModels = PAGE_TYPES.map((type) => new ObliviousTrees(typeJson[type]));
const freeTrees = new FreeTrees(modelJson.free);
const obliviousTrees = new ObliviousTrees(modelJson.oblivious);
const probability = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Finds the main content; `undefined` when no text qualifies. */
export function findMainContent(document: Document, url: string, isDropped: IsDropped): MainContent | undefined {
  const analysis = analysePage(document, url, isDropped);
  if (analysis.page.blocks.length === 0) return undefined;
  const pageRow = Float64Array.from(analysis.pageRow);
  const typeScores = typeModels.map((model) => probability(model.logOdds(pageRow, 1)[0] ?? 0));
  const features = analysis.features(typeRowOf(analysis.pageRow, typeScores));
  const verdicts = blockVerdicts(analysis, features);
  const keep = keepBlocks(analysis.page, verdicts, (index) => features.signature(index));
  if (!keep.includes(1)) return undefined;
  keepMedia(analysis.structure, keep);
  return { kept: nodesOf(analysis, keep), pageType: likeliestType(typeScores), isScriptShell: analysis.isScriptShell };
}

/** Judges every block; on huge pages only some of each make, and the others are like the last one judged. */
function blockVerdicts({ page }: PageAnalysis, features: BlockFeatures): Float64Array {
  const stride = Math.ceil(page.blocks.length / MAX_JUDGED);
  const judges = new Int32Array(page.blocks.length);
  const last = new Map<number, number>();
  const judged: number[] = [];
  page.blocks.forEach((_, i) => {
    const known = stride === 1 || i % stride === 0 ? undefined : last.get(features.signature(i));
    judges[i] = known ?? judged.push(i) - 1;
    if (stride > 1) last.set(features.signature(i), judges[i] ?? 0);
  });
  const verdicts = judge(features, judged);
  return Float64Array.from(judges, (at) => verdicts[at] ?? 0);
}

/** Two kinds of trees err differently, and the mean of their log-odds is better than either. */
function judge(features: BlockFeatures, blocks: readonly number[]): Float64Array {
  const count = blocks.length;
  const free = new Float64Array(count);
  let columns = new Float64Array(0);
  blocks.forEach((block, i) => {
    const { values, size } = features.row(block);
    if (columns.length === 0) columns = new Float64Array(size * count);
    for (let feature = 0, at = i; feature < size; feature++, at += count) columns[at] = values[feature] ?? 0;
    free[i] = freeTrees.logOdds(values);
  });
  const oblivious = obliviousTrees.logOdds(columns, count);
  return free.map((score, i) => probability((score + (oblivious[i] ?? 0)) / 2));
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

import type { ChildNode, Document } from 'domhandler';
import { analysePage, type PageAnalysis } from './analyse-page';
import modelJson from './block-model.json';
import { BoostedTrees } from './boosted-trees';
import { keepBlocks } from './keep-blocks';
import { keepMedia } from './keep-media';
import type { IsDropped } from './page-index';
import { likeliestType, PAGE_TYPES, type PageType, typeRowOf } from './page-type';
import typeJson from './page-type-model.json';

/** The nodes of a page that carry its main content, their ancestors included. */
export interface MainContent {
  readonly kept: ReadonlySet<ChildNode>;
  readonly pageType: PageType;
  /** True when the page's `noscript` parts were read because scripts would have filled the rest. */
  readonly isScriptShell: boolean;
}

const typeModels = PAGE_TYPES.map((type) => new BoostedTrees(typeJson[type]));
const blockModel = new BoostedTrees(modelJson);

/** Finds the main content; `undefined` when no text qualifies. */
export function findMainContent(document: Document, url: string, isDropped: IsDropped): MainContent | undefined {
  const analysis = analysePage(document, url, isDropped);
  if (analysis.page.blocks.length === 0) return undefined;
  const typeScores = typeModels.map((model) => model.probability(analysis.pageRow));
  const probabilities = blockProbabilities(analysis, typeScores);
  const keep = keepBlocks(analysis.page, probabilities);
  if (!keep.includes(1)) return undefined;
  keepMedia(analysis.structure, keep);
  return { kept: nodesOf(analysis, keep), pageType: likeliestType(typeScores), isScriptShell: analysis.isScriptShell };
}

function blockProbabilities(analysis: PageAnalysis, typeScores: readonly number[]): Float64Array {
  const features = analysis.features(typeRowOf(analysis.pageRow, typeScores));
  return Float64Array.from(analysis.page.blocks, (_, i) => blockModel.probability(features.row(i)));
}

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
    }
  });
  return kept;
}

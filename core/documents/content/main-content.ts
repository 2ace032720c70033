import { type ChildNode, type Document, type Element, isTag } from 'domhandler';
import { FEATURES, featuresOf } from './features';
import { Headlines } from './headline';
import { MeasuredPage } from './measured-page';
import { type Model, TreeModel } from './model';
import modelFile from './model.json';
import { readPageFacts } from './page-facts';
import { type IsDropped, isDroppedTag, type Segments, segmentPage } from './segment';
import { selectUnits } from './select-units';

/** The nodes of a page that carry its main content, their ancestors included. */
export interface MainContent {
  readonly kept: ReadonlySet<ChildNode>;
  /** The page's own headline, which leads the content. */
  readonly headline: Element | undefined;
  /** True when the page's `noscript` parts were read because scripts would have filled the rest. */
  readonly isScriptShell: boolean;
}

let shipped: Model | undefined;

/** The model that is shipped, made when first asked for: the training program reads pages while there is none that fits. */
function shippedModel(): Model {
  shipped ??= new TreeModel(modelFile, FEATURES);
  return shipped;
}

/** Finds the main content, which of a bare frame is nothing at all; `undefined` when no text qualifies. */
export function findMainContent(
  document: Document,
  url: string,
  isDropped: IsDropped,
  model: Model = shippedModel(),
): MainContent | undefined {
  const facts = readPageFacts(document, url);
  const page = segmentPage(document, isDropped, facts.isScriptShell);
  if (page.blocks.length === 0) return undefined;
  const measured = new MeasuredPage(page, facts);
  const headlines = new Headlines(page, facts);
  const keep = selectUnits(measured, model.probabilities(featuresOf(measured)), headlines);
  if (keep === undefined) return undefined;
  const blocks = new Uint8Array(page.blocks.length);
  page.units.forEach((unit, i) => {
    if (keep[i] === 1) blocks.fill(1, unit.firstBlock, unit.endBlock);
  });
  const headline = blocks.includes(1) ? headlines.find(blocks) : undefined;
  if (headline !== undefined) blocks.fill(1, headline.firstBlock, headline.endBlock);
  return { kept: nodesOf(page, blocks), headline: headline?.node, isScriptShell: facts.isScriptShell };
}

/** The leaves of kept blocks with all above them, and all inside those that are kept as one thing. */
function nodesOf({ blocks }: Segments, keep: Uint8Array): ReadonlySet<ChildNode> {
  const kept = new Set<ChildNode>();
  blocks.forEach((block, i) => {
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

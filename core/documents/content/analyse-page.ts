import type { Document } from 'domhandler';
import { BlockFeatures } from './block-features';
import { type PageFacts, readPageFacts } from './page-facts';
import { pageFeatures } from './page-features';
import { type IsDropped, indexPage, type PageIndex } from './page-index';
import { describeStructure, type PageStructure } from './page-structure';

/** A page measured for the models: its blocks, containers and the page-level features. */
export interface PageAnalysis {
  readonly page: PageIndex;
  readonly structure: PageStructure;
  readonly facts: PageFacts;
  readonly pageRow: readonly number[];
  readonly isScriptShell: boolean;
  /** Feature rows of all blocks, given what the page-type model said. */
  features(typeRow: readonly number[]): BlockFeatures;
}

/** Measures a page once; training and extraction both start here, so that they see the same numbers. */
export function analysePage(document: Document, url: string, isDropped: IsDropped): PageAnalysis {
  const facts = readPageFacts(document, url);
  const page = indexPage(document, isDropped, facts.isScriptShell);
  const structure = describeStructure(page);
  return {
    page,
    structure,
    facts,
    isScriptShell: facts.isScriptShell,
    pageRow: pageFeatures(structure, facts),
    features: (typeRow) => new BlockFeatures(structure, facts, typeRow),
  };
}

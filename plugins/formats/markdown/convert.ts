import type { Element, ParentNode } from 'domhandler';
import { tableTag } from '../../../core/contract/plugin';
import { blockElements } from './block-elements';
import { renderBlocks } from './blocks';
import { Builder } from './builder';
import { calloutOf, visitCallout, visitCalloutPart } from './callouts';
import { findFootnotes } from './footnotes';
import { drawnMath, textWithTex } from './formulas';
import { inlineElements } from './inline-elements';
import { isSetApart } from './side-by-side';
import { type Visit, walk } from './tree';
import type { ConvertOptions, ElementVisitor, Scene } from './visitor';

export type { ConvertOptions } from './visitor';

const ELEMENTS = new Map<string, ElementVisitor>(Object.entries({ ...inlineElements, ...blockElements }));

/** Result of converting a page to Markdown. */
export interface Converted {
  readonly markdown: string;
  /** True when nested lists, quotes or tables were flattened. */
  readonly flattened: boolean;
}

/** Converts a parsed page, or part of one, to GitHub-flavoured Markdown in linear time. Does not modify the tree. */
export function convert(root: ParentNode, options: ConvertOptions = {}): Converted {
  const builder = new Builder();
  const scene: Scene = { builder, options, notes: findFootnotes(root), tables: [], callouts: [] };
  walk(root, {
    element: (element) => visitElement(element, scene),
    text: (data) => textWithTex(data, scene),
  });
  return { markdown: renderBlocks(builder.finish()), flattened: builder.flattened };
}

/** Converts a page and returns only the Markdown. */
export const toMarkdown = (root: ParentNode, options: ConvertOptions = {}): string => convert(root, options).markdown;

const WHITE_SPACE = /(?:^|;)\s*white-space(?:-collapse)?\s*:\s*([a-z-]+)/i;
const KEEPS_LINES = /^(?:pre|preserve|break-spaces)/i;

/** Visits an element, and applies styles that preserve line breaks. */
function visitElement(element: Element, scene: Scene): Visit {
  const { style } = element.attribs;
  const kept = style === undefined ? undefined : WHITE_SPACE.exec(style)?.[1];
  if (kept === undefined) return visitByName(element, scene);
  const { builder } = scene;
  const outer = builder.keepsLines;
  const visit = visitByName(element, scene);
  if (visit === 'skip') return visit;
  builder.keepsLines = KEEPS_LINES.test(kept);
  return () => {
    visit?.();
    builder.keepsLines = outer;
  };
}

function visitByName(element: Element, scene: Scene): Visit {
  if (isSetApart(element)) scene.builder.text(' ');
  if (
    element.name === 'mjx-container' ||
    (element.name === 'span' && element.attribs.class !== undefined) ||
    element.name === 'div'
  ) {
    const drawn = drawnMath(element, scene);
    if (drawn !== 'other') return drawn;
  }
  const part = visitCalloutPart(element, scene);
  if (part !== 'other') return part;
  const callout = calloutOf(element);
  if (callout) return visitCallout(element, callout, scene);
  return ELEMENTS.get(tableTag(element))?.(element, scene);
}

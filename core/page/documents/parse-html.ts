import { type ChildNode, type Document, DomHandler, Element, isTag, type ParentNode, type Text } from 'domhandler';
import { appendChild, compact } from './children';
import { ENCODES_EMAIL, keepSurvey, Surveyor } from './content/page-survey';
import { NameSharingParser } from './name-sharing-parser';
import { isShadowTemplate, showShadowRoots } from './shadow-roots';
import { encodedEmail, showEmails } from './show-emails';
import { SkippingTokenizer } from './skipping-tokenizer';
import { StreamedParts } from './streamed-parts';

/** A parsed page. `warnings` lists the limits that the page exceeded. */
export interface ParsedHtml {
  readonly document: Document;
  /** Frames with a `srcdoc`, in page order. */
  readonly writtenFrames: readonly Element[];
  readonly warnings: readonly string[];
}

/** Limits of the parser. Content beyond them is dropped, so that parsing takes linear time and cannot fail. */
export interface ParseLimits {
  readonly maxNodes: number;
  readonly maxDepth: number;
  readonly maxRawTextChars: number;
}

const DEFAULT_LIMITS: ParseLimits = { maxNodes: 1_000_000, maxDepth: 512, maxRawTextChars: 4_000_000 };
const CHUNK_CHARS = 1 << 18;
/** AMP elements that show an image. */
const AMP_IMAGES = new Set(['amp-img', 'amp-anim']);
const RAW_TEXT = new Set(['script', 'style']);
/** Soft hyphens, zero-width spaces, word joiners and byte order marks, which only affect line breaks. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/;
const EACH_INVISIBLE = /[\u00ad\u200b\u2060\ufeff]+/g;

/** Minimum length of a part of a long style sheet, in characters. */
const STYLE_PART_CHARS = 1 << 15;

/**
 * True for a text node of a style sheet that has reached `STYLE_PART_CHARS`. Further text becomes a separate node,
 * because V8 maps new memory for strings over 128 kB.
 */
const isLongStyle = ({ data, parent }: Pick<Text, 'data' | 'parent'>): boolean =>
  data.length >= STYLE_PART_CHARS && parent !== null && isTag(parent) && parent.name === 'style';

/** Builds a tree without comments. Drops nodes beyond the limit and truncates oversized scripts and style sheets. */
class LimitedHandler extends DomHandler {
  nodes = 0;
  rawTextCut = false;
  readonly writtenFrames: Element[] = [];
  readonly encodedEmails: Element[] = [];
  readonly survey = new Surveyor();
  readonly streamed = new StreamedParts();
  hasShadowRoots = false;
  /** The parser, which sets an element's attribute flags before the handler receives the element. */
  tag: { marks: number } = { marks: 0 };
  private isInRawText = false;
  private rawTextChars = 0;

  constructor(private readonly limits: ParseLimits) {
    super();
  }

  get depth(): number {
    return this.tagStack.length - 1;
  }

  get full(): boolean {
    return this.nodes >= this.limits.maxNodes;
  }

  override oncomment(data: string): void {
    this.lastNode = null;
    this.streamed.comment(data, this.tagStack[this.tagStack.length - 1] as ParentNode);
  }

  override onprocessinginstruction(): void {
    this.lastNode = null;
  }

  override onopentag(name: string, attribs: Record<string, string>): void {
    this.rawTextChars = 0;
    this.isInRawText = RAW_TEXT.has(name);
    const element = new Element(AMP_IMAGES.has(name) ? 'img' : name, attribs);
    this.addNode(element);
    this.tagStack.push(element);
    if (element.parent !== null) this.survey.visit(element, this.tag.marks);
    // Only links and elements with this flag can have an encoded email address. Looking up a missing attribute would be
    // slower.
    const mayEncodeEmail = name === 'a' || (this.tag.marks & ENCODES_EMAIL) !== 0;
    this.tag.marks = 0;
    if (name === 'iframe' && attribs.srcdoc !== undefined) this.writtenFrames.push(element);
    if (name === 'template' && isShadowTemplate(element)) this.hasShadowRoots = true;
    if (mayEncodeEmail && encodedEmail(element) !== undefined) this.encodedEmails.push(element);
  }

  override onclosetag(): void {
    this.isInRawText = false;
    this.lastNode = null;
    const element = this.tagStack.pop();
    if (element !== undefined) element.children = compact(element.children);
  }

  override ontext(data: string): void {
    if (this.isInRawText) {
      this.rawTextChars += data.length;
      if (this.rawTextChars > this.limits.maxRawTextChars) {
        this.rawTextCut = true;
        return;
      }
    }
    if (this.lastNode !== null && isLongStyle(this.lastNode)) this.lastNode = null;
    if (this.isInRawText || !INVISIBLE.test(data)) super.ontext(data);
    else if (data.length > 1) this.ontext(data.replace(EACH_INVISIBLE, ''));
  }

  protected override addNode(node: ChildNode): void {
    this.nodes++;
    this.lastNode = null;
    // The limit is also checked here, because a single chunk may contain many more nodes than allowed.
    if (this.nodes > this.limits.maxNodes) return;
    const parent = this.tagStack[this.tagStack.length - 1] as ParentNode;
    appendChild(parent, node);
  }
}

/**
 * Limits the depth of the tree to keep tree walks and stack searches fast. Elements beyond the limit are closed
 * immediately. Their text goes into the deepest allowed element.
 */
class DepthLimitedParser extends NameSharingParser {
  depthCut = false;
  private skippedOpen = 0;
  private forcing = false;
  private forced = false;

  constructor(
    private readonly handler: LimitedHandler,
    private readonly maxDepth: number,
  ) {
    super(handler, { Tokenizer: SkippingTokenizer });
    handler.tag = this;
  }

  override isVoidElement(name: string): boolean {
    if (super.isVoidElement(name)) return true;
    if (this.forcing) this.forced = true;
    return this.forcing;
  }

  override onopentagname(start: number, endIndex: number): void {
    this.forcing = this.handler.depth >= this.maxDepth - 1;
    this.forced = false;
    super.onopentagname(start, endIndex);
    if (!this.forced) return;
    this.skippedOpen++;
    this.depthCut = true;
  }

  override onopentagend(endIndex: number): void {
    super.onopentagend(endIndex);
    this.forcing = false;
  }

  override onclosetag(start: number, endIndex: number): void {
    // The end tag of a skipped element must not close one of its ancestors.
    this.forcing = this.skippedOpen > 0;
    if (this.forcing) this.skippedOpen--;
    super.onclosetag(start, endIndex);
    this.forcing = false;
  }
}

/**
 * Parses a page into a tree without comments. The page may be passed in chunks. `warnings` lists content dropped by the
 * limits.
 */
export function parseHtml(html: string | readonly string[], limits: Partial<ParseLimits> = {}): ParsedHtml {
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  const handler = new LimitedHandler(bounds);
  const parser = new DepthLimitedParser(handler, bounds.maxDepth);
  for (const piece of typeof html === 'string' ? [html] : html)
    for (let from = 0; from < piece.length && !handler.full; from += CHUNK_CHARS)
      parser.write(piece.slice(from, from + CHUNK_CHARS));
  parser.end();
  showEmails(handler.encodedEmails);
  const hasMoved = handler.streamed.place(handler.root, bounds.maxDepth);
  if (handler.hasShadowRoots) showShadowRoots(handler.root, bounds.maxDepth);
  // The survey is usable only if the elements are still in the parsed order. Streamed parts and shadow roots change
  // this order, and the content of `srcdoc` frames is inserted later.
  if (handler.writtenFrames.length === 0 && !hasMoved && !handler.hasShadowRoots)
    keepSurvey(handler.root, handler.survey);
  const warnings: string[] = [];
  if (handler.full) warnings.push(`The page was truncated after ${bounds.maxNodes} nodes.`);
  if (parser.depthCut) warnings.push(`Elements nested deeper than ${bounds.maxDepth} levels were flattened.`);
  if (handler.rawTextCut)
    warnings.push(`An inline script or style was truncated after ${bounds.maxRawTextChars} characters.`);
  return { document: handler.root, writtenFrames: handler.writtenFrames, warnings };
}

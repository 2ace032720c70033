import { z } from 'zod';

/** Maximum number of nodes in a live page. Further nodes are dropped with a notice. */
export const maxLiveNodes = 50_000;
/**
 * Maximum total length of a page's text, attributes and script-generated style sheets, in characters. Further content
 * is dropped with a notice.
 */
export const maxLiveChars = 50_000_000;
/** Maximum depth of a live page. Deeper nodes are dropped with a notice. */
export const maxLiveDepth = 600;

const notice = z.object({
  code: z
    .enum(['cut', 'busy', 'blind', 'window'])
    .describe(
      '`cut`: parts of the page are missing; `busy`: the view is updated only every few seconds; `blind`: parts of the page cannot be shown; `window`: a new window was opened.',
    ),
  message: z.string().describe('Explanation, in one sentence.'),
});

/** Notice to the user about a live page. */
export type LiveNotice = z.output<typeof notice>;

/** Schema of a live page's state. */
export const liveFacts = z.object({
  id: z.string().describe('ID of the live page.'),
  state: z.enum(['opening', 'live', 'gone']).describe('`gone`: the browser crashed; reopen the page.'),
  address: z.string().describe('Current URL.'),
  title: z.string().describe('Current title.'),
  status: z.int().optional().describe('HTTP status of the current page; absent if unknown.'),
  canGoBack: z.boolean().describe('True if there is a page to go back to.'),
  width: z.int().describe('Layout width of the page in CSS pixels; 0 until the page is open.'),
  notices: z.array(notice).describe('Notices about truncated or unavailable content.'),
});

/** A live page's state. */
export type LiveFacts = z.output<typeof liveFacts>;

const node = z.int().min(1).describe('ID of the element in the mirror, the streamed copy of the page.');

const place = {
  x: z.number().min(0).describe('CSS pixels from the left edge of the viewport.'),
  y: z.number().min(0).describe('CSS pixels from the top edge of the viewport.'),
};

/** Schema of a point in the viewport of a live page. */
export const livePlace = z.strictObject(place);

/** Schema of the element at a point in a live page. */
export const liveElement = z.object({
  node: z
    .int()
    .optional()
    .describe(
      'ID of the element, or of its nearest ancestor, in the mirror (the streamed copy of the page); absent if unknown.',
    ),
  box: z
    .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .optional()
    .describe('Position and size in the viewport, in CSS pixels.'),
});

/** The element at a point in a live page. */
export type LiveElement = z.output<typeof liveElement>;

/** Schema of a user's input in a live page. */
export const liveInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('click'), node }),
  z.strictObject({ type: z.literal('hover'), node }),
  z.strictObject({ type: z.literal('clickAt'), ...place }),
  z.strictObject({
    type: z.literal('wheel'),
    ...place,
    by: z.number().describe('CSS pixels to scroll down; negative values scroll up.'),
  }),
  z.strictObject({ type: z.literal('type'), node, text: z.string().max(20_000).describe('New value of the field.') }),
  z.strictObject({
    type: z.literal('insert'),
    text: z.string().min(1).max(20_000).describe('Text to insert at the cursor, as if pasted.'),
  }),
  z.strictObject({
    type: z.literal('choose'),
    node,
    value: z.string().max(4000).describe('Value of the option to select.'),
  }),
  z.strictObject({
    type: z.literal('press'),
    key: z.string().min(1).max(40).describe('Key or key combination, e.g. `Enter` or `Control+A`.'),
  }),
  z.strictObject({
    type: z.literal('scroll'),
    node: node.optional(),
    x: z.number().describe('Horizontal scroll position in CSS pixels.'),
    y: z.number().describe('Vertical scroll position in CSS pixels.'),
  }),
]);

/** A user's input in a live page. */
export type LiveInput = z.output<typeof liveInput>;

/** A node of the mirror, which is the UI's copy of a live page. Contains only the safe parts of the original node. */
export interface MirrorNode {
  readonly id: number;
  /** Tag name in lower case. Absent for text nodes. */
  readonly tag?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** True for SVG elements. */
  readonly svg?: true;
  /** Text of a text node, or the style sheet in a `style` element. */
  readonly text?: string;
  readonly children?: readonly MirrorNode[];
  readonly shadow?: readonly MirrorNode[];
  /** Root nodes of the document in a frame. */
  readonly frame?: readonly MirrorNode[];
}

/** Position of a node within its parent: among the children, in the shadow root, or in the frame. */
export type MirrorPlace = 'children' | 'shadow' | 'frame';

/** A change to the mirror. ID 0 or parent 0 refers to the document itself. */
export type MirrorChange =
  | {
      readonly type: 'add';
      readonly parent: number;
      readonly place: MirrorPlace;
      readonly before?: number;
      readonly node: MirrorNode;
    }
  | { readonly type: 'remove'; readonly id: number }
  | { readonly type: 'attributes'; readonly id: number; readonly attributes: Readonly<Record<string, string | null>> }
  | { readonly type: 'text'; readonly id: number; readonly text: string }
  | { readonly type: 'value'; readonly id: number; readonly text: string; readonly checked: boolean }
  | { readonly type: 'sheets'; readonly id: number; readonly place: MirrorPlace; readonly texts: readonly string[] }
  | { readonly type: 'scroll'; readonly id: number; readonly x: number; readonly y: number };

/** A message from the stream of a live page to the UI. */
export type LiveMessage =
  | { readonly type: 'facts'; readonly facts: LiveFacts }
  | {
      readonly type: 'page';
      /** Incremented with every change to the page. */
      readonly version: number;
      /** URL of the empty document that the mirror is built in. */
      readonly document: string;
      readonly nodes: readonly MirrorNode[];
    }
  | {
      readonly type: 'picture';
      /** JPEG, encoded as Base64. */
      readonly data: string;
      /** Width and height of the viewport in CSS pixels. */
      readonly size: readonly [number, number];
    }
  | { readonly type: 'changes'; readonly version: number; readonly changes: readonly MirrorChange[] };

/** A message from the UI to the stream. Acknowledges the last message, or turns screenshots on or off. */
export type LiveReceipt = { readonly type: 'shown' } | { readonly type: 'pictures'; readonly on: boolean };

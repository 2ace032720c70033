import { z } from 'zod';

/** Most nodes of a page that a live page shows; the rest is cut, and said. */
export const maxLiveNodes = 50_000;
/** Most characters of the texts, attributes and made style sheets of a page that are kept; further ones are cut, and said. */
export const maxLiveChars = 50_000_000;
/** Most levels of a page that a live page shows; what is nested deeper is cut, and said. */
export const maxLiveDepth = 600;

const notice = z.object({
  code: z
    .enum(['cut', 'busy', 'blind', 'window'])
    .describe(
      '`cut`: parts are missing; `busy`: shown in steps; `blind`: cannot be mirrored; `window`: a new window was opened.',
    ),
  message: z.string().describe('What it means, in a sentence.'),
});

/** Something a person should know about what is shown of a page. */
export type LiveNotice = z.output<typeof notice>;

/** Facts of a live page as they go out. */
export const liveFacts = z.object({
  id: z.string().describe('Id of the live page.'),
  state: z.enum(['opening', 'live', 'gone']).describe('`gone`: its browser died; reopen it.'),
  address: z.string().describe('Present address.'),
  title: z.string().describe('Present title.'),
  canGoBack: z.boolean().describe('Whether there is a page to go back to.'),
  width: z.int().describe('Width the page is laid out at, in CSS pixels; 0 before it is open.'),
  notices: z.array(notice).describe('What was cut or cannot be shown.'),
});

/** Facts of a live page. */
export type LiveFacts = z.output<typeof liveFacts>;

const node = z.int().min(1).describe('Id of the element in the mirror.');

const place = {
  x: z.number().min(0).describe('Pixels from the left of the view.'),
  y: z.number().min(0).describe('Pixels from its top.'),
};

/** Place in the view of a live page. */
export const livePlace = z.strictObject(place);

/** The element at a place of a live page. */
export const liveElement = z.object({
  node: z
    .int()
    .optional()
    .describe('Id of the element, or of the nearest one around it that the mirror has; absent where none can be told.'),
  box: z
    .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
    .optional()
    .describe('Where it is in the view.'),
});

/** The element at a place of a live page. */
export type LiveElement = z.output<typeof liveElement>;

/** One thing a person does in a live page. */
export const liveInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('click'), node }),
  z.strictObject({ type: z.literal('hover'), node }),
  z.strictObject({ type: z.literal('clickAt'), ...place }),
  z.strictObject({ type: z.literal('wheel'), ...place, by: z.number().describe('Pixels downwards.') }),
  z.strictObject({ type: z.literal('type'), node, text: z.string().max(20_000).describe('New value of the field.') }),
  z.strictObject({
    type: z.literal('insert'),
    text: z.string().min(1).max(20_000).describe('Text put in where the focus is, as by pasting.'),
  }),
  z.strictObject({ type: z.literal('choose'), node, value: z.string().max(4000).describe('Value of the option.') }),
  z.strictObject({
    type: z.literal('press'),
    key: z.string().min(1).max(40).describe('Key, e.g. `Enter`, or a chord.'),
  }),
  z.strictObject({
    type: z.literal('scroll'),
    node: node.optional(),
    x: z.number().describe('Pixels from the left.'),
    y: z.number().describe('Pixels from the top.'),
  }),
]);

/** One thing a person does in a live page. */
export type LiveInput = z.output<typeof liveInput>;

/** A node of the mirror as it is sent: made of what is harmless in the page's node. */
export interface MirrorNode {
  readonly id: number;
  /** Name of an element, in lower case; absent for texts. */
  readonly tag?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** True for elements of SVG. */
  readonly svg?: true;
  /** Text of a text node; the style sheet of a `style`. */
  readonly text?: string;
  readonly children?: readonly MirrorNode[];
  /** Content of its shadow root. */
  readonly shadow?: readonly MirrorNode[];
  /** Root elements of the document in a frame. */
  readonly frame?: readonly MirrorNode[];
}

/** Where a node is put: among the children, in the shadow root, or in the frame of its parent. */
export type MirrorPlace = 'children' | 'shadow' | 'frame';

/** One change of the mirror; id and parent 0 mean the document itself. */
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

/** What the stream of a live page tells its window. */
export type LiveMessage =
  | { readonly type: 'facts'; readonly facts: LiveFacts }
  | {
      readonly type: 'page';
      /** Grows with every change of the page. */
      readonly version: number;
      /** Address of the empty document that the mirror is built in. */
      readonly document: string;
      readonly nodes: readonly MirrorNode[];
    }
  | {
      readonly type: 'picture';
      /** JPEG in base64. */
      readonly data: string;
      /** Width and height of the view, in CSS pixels. */
      readonly size: readonly [number, number];
    }
  | { readonly type: 'changes'; readonly version: number; readonly changes: readonly MirrorChange[] };

/** What a window tells the stream: that it shows what came last, so that the next may come; or whether it wants pictures. */
export type LiveReceipt = { readonly type: 'shown' } | { readonly type: 'pictures'; readonly on: boolean };

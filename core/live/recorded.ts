/** Events from the in-page recorder, reduced to the parts that are used. IDs are assigned by the recorder. */

/** A node, as serialized by the recorder. */
export interface RecordedNode {
  readonly id: number;
  /** Node type: 0 document, 1 doctype, 2 element, 3 text. */
  readonly type: number;
  readonly tagName?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly childNodes?: readonly RecordedNode[];
  readonly textContent?: string;
  readonly isSVG?: boolean;
  /** True for a node in its parent's shadow root. */
  readonly isShadow?: boolean;
  /** `BackCompat` for documents in quirks mode. */
  readonly compatMode?: string;
}

/** Added, removed and changed nodes. */
export interface RecordedMutation {
  readonly texts: readonly { readonly id: number; readonly value: string | null }[];
  readonly attributes: readonly { readonly id: number; readonly attributes: Readonly<Record<string, unknown>> }[];
  readonly removes: readonly { readonly parentId: number; readonly id: number }[];
  readonly adds: readonly { readonly parentId: number; readonly nextId: number | null; readonly node: RecordedNode }[];
}

/** A style sheet added by a script. */
export interface RecordedSheet {
  readonly styleId: number;
  readonly rules: readonly { readonly rule: string }[];
}

/** An event, discriminated by `kind`. */
export type Recorded =
  | { readonly kind: 'meta'; readonly href: string }
  | { readonly kind: 'page'; readonly node: RecordedNode }
  | { readonly kind: 'mutation'; readonly mutation: RecordedMutation }
  | { readonly kind: 'scroll'; readonly id: number; readonly x: number; readonly y: number }
  | { readonly kind: 'value'; readonly id: number; readonly text: string; readonly checked: boolean }
  | {
      readonly kind: 'sheets';
      readonly id: number;
      readonly styleIds: readonly number[];
      readonly sheets: readonly RecordedSheet[];
    }
  | { readonly kind: 'busy'; readonly busy: boolean }
  /** The page has a closed shadow root. */
  | { readonly kind: 'closed' }
  /** An event was too long to be sent. */
  | { readonly kind: 'cut' };

type Loose = Readonly<Record<string, unknown>>;

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);

/** Parses an event from the page. Undefined when the event is malformed or not needed. */
export function readRecorded(payload: string): Recorded | undefined {
  let event: { readonly type?: unknown; readonly data?: Loose } | null;
  try {
    event = JSON.parse(payload) as typeof event;
  } catch {
    return undefined;
  }
  const data = event?.data;
  if (!data || typeof data !== 'object') return undefined;
  if (event?.type === 'busy') return { kind: 'busy', busy: data.busy === true };
  if (event?.type === 'cut') return { kind: 'cut' };
  if (event?.type === 'closed') return { kind: 'closed' };
  if (event?.type === 4) return { kind: 'meta', href: text(data.href) };
  if (event?.type === 2 && data.node) return { kind: 'page', node: data.node as RecordedNode };
  return event?.type === 3 ? readChange(data) : undefined;
}

/** Parses a change. The recorder's source number indicates the kind of change. */
function readChange(data: Loose): Recorded | undefined {
  const id = number(data.id);
  if (data.source === 0) {
    const { texts, attributes, removes, adds } = data;
    const mutation: RecordedMutation = {
      texts: list(texts),
      attributes: list(attributes),
      removes: list(removes),
      adds: list(adds),
    };
    return { kind: 'mutation', mutation };
  }
  if (data.source === 3) return { kind: 'scroll', id, x: number(data.x), y: number(data.y) };
  if (data.source === 5) return { kind: 'value', id, text: text(data.text), checked: data.isChecked === true };
  if (data.source === 15) return { kind: 'sheets', id, styleIds: list(data.styleIds), sheets: list(data.styles) };
  return undefined;
}

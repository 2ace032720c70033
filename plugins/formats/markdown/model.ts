/** The largest number that an item of a markdown list can have. */
export const MAX_LIST_NUMBER = 999_999_999;

/** Kinds of formatting that may lie over a stretch of text. */
export type MarkKind = 'strong' | 'em' | 'del' | 'link' | 'sup' | 'sub';

/** One formatting element that is open; a chain of parents tells everything that lies over a leaf. */
export interface Mark {
  readonly kind: MarkKind;
  /** Name of the HTML element it came from. */
  readonly tag: string;
  readonly parent: Mark | undefined;
  /** 1 for the outermost. */
  readonly depth: number;
  readonly href?: string;
  readonly title?: string;
}

/** What a leaf is; `raw` text is already markdown. */
export type LeafKind = 'text' | 'code' | 'image' | 'br' | 'math' | 'raw' | 'task';

/** The smallest piece of a line: text without white space at its ends, or something that takes its place. */
export interface Leaf {
  readonly kind: LeafKind;
  /** The text, code, TeX, alternative text, or `x` of a ticked task. */
  readonly text: string;
  readonly marks: Mark | undefined;
  /** True when white space stands before it. */
  readonly space: boolean;
  readonly href?: string;
  readonly title?: string;
}

/** The white space that paragraphs of Chinese and Japanese text begin with. */
export const INDENT = '\u3000';

/** How the text of a table column is aligned. */
export type Align = 'left' | 'center' | 'right' | undefined;

/** One cell of a data table, on one line. */
export interface TableCell {
  readonly leaves: readonly Leaf[];
  readonly align: Align;
}

/** One entry of a list; `task` is set for task list items, `number` for one that states its own. */
export interface ListItem {
  readonly blocks: readonly Block[];
  readonly number?: number | undefined;
  readonly task: 'open' | 'done' | undefined;
}

/** A piece of the document that stands on lines of its own. */
export type Block =
  /** `apart` is set for one that is a `<p>` on the page, so that it has space around it there. */
  | { readonly type: 'paragraph'; readonly leaves: readonly Leaf[]; readonly apart?: boolean }
  | { readonly type: 'heading'; readonly level: number; readonly leaves: readonly Leaf[] }
  | { readonly type: 'code'; readonly text: string; readonly language: string }
  | { readonly type: 'math'; readonly tex: string }
  /** Text that is markdown, or meant to be read as it stands. */
  | { readonly type: 'verbatim'; readonly text: string }
  | { readonly type: 'rule' }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly type: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly step?: number;
      readonly items: readonly ListItem[];
    }
  | { readonly type: 'table'; readonly rows: readonly (readonly TableCell[])[] }
  | ({ readonly type: 'item' } & ListItem)
  | { readonly type: 'footnote'; readonly label: string; readonly blocks: readonly Block[] };

/** The numbers of a list's items, each counted from the one before unless it states its own. */
export function numbersOf({ start, step = 1, items }: Extract<Block, { readonly type: 'list' }>): readonly number[] {
  let next = start;
  return items.map((item) => {
    const number = Math.min(Math.max(item.number ?? next, 0), MAX_LIST_NUMBER);
    next = number + step;
    return number;
  });
}

/** The innermost mark that lies over both. */
export function commonMark(a: Mark | undefined, b: Mark | undefined): Mark | undefined {
  let left = a;
  let right = b;
  while (left !== right) {
    if ((left?.depth ?? 0) >= (right?.depth ?? 0)) left = left?.parent;
    else right = right?.parent;
  }
  return left;
}

/** The innermost mark of a kind in a chain. */
export function findMark(marks: Mark | undefined, kind: MarkKind): Mark | undefined {
  let mark = marks;
  while (mark !== undefined && mark.kind !== kind) mark = mark.parent;
  return mark;
}

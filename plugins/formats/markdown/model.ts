/** Largest list item number that CommonMark allows. */
export const MAX_LIST_NUMBER = 999_999_999;

/** Kinds of inline formatting. */
export type MarkKind = 'strong' | 'em' | 'del' | 'link' | 'sup' | 'sub';

/** A formatting element that encloses leaves. A leaf has the formatting of its mark and of all the mark's parents. */
export interface Mark {
  readonly kind: MarkKind;
  /** Name of the HTML element. */
  readonly tag: string;
  readonly parent: Mark | undefined;
  /** Nesting depth. The outermost mark has depth 1. */
  readonly depth: number;
  readonly href?: string;
  readonly title?: string;
}

/** Kind of leaf. The text of a `raw` leaf is already Markdown. */
export type LeafKind = 'text' | 'code' | 'image' | 'br' | 'math' | 'raw' | 'task';

/** Smallest piece of a line: text without outer white space, or an inline object. */
export interface Leaf {
  readonly kind: LeafKind;
  /** Text, code, TeX or alternative text. Contains `x` for a checked task. */
  readonly text: string;
  readonly marks: Mark | undefined;
  readonly space: boolean;
  readonly href?: string;
  readonly title?: string;
}

/** White space at the start of Chinese and Japanese paragraphs. */
export const INDENT = '\u3000';

/** Alignment of a table column. */
export type Align = 'left' | 'center' | 'right' | undefined;

/** A one-line cell of a data table. */
export interface TableCell {
  readonly leaves: readonly Leaf[];
  readonly align: Align;
}

/** A list item. `task` is set for task list items, and `number` for items with an explicit number. */
export interface ListItem {
  readonly blocks: readonly Block[];
  readonly number?: number | undefined;
  readonly task: 'open' | 'done' | undefined;
}

/** Kinds of callouts in GitHub-flavoured Markdown. */
export type Alert = 'NOTE' | 'TIP' | 'IMPORTANT' | 'WARNING' | 'CAUTION';

/** A block of the document. */
export type Block =
  /** `apart` is true for a `<p>` element, whose vertical margins separate it from its neighbours. */
  | { readonly type: 'paragraph'; readonly leaves: readonly Leaf[]; readonly apart?: boolean }
  | { readonly type: 'heading'; readonly level: number; readonly leaves: readonly Leaf[] }
  | { readonly type: 'code'; readonly text: string; readonly language: string }
  | { readonly type: 'math'; readonly tex: string }
  /** Markdown source, or text to show verbatim. */
  | { readonly type: 'verbatim'; readonly text: string }
  | { readonly type: 'rule' }
  | { readonly type: 'quote'; readonly alert?: Alert; readonly blocks: readonly Block[] }
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

/** Returns the numbers of a list's items. An item without an explicit number continues from the previous item. */
export function numbersOf({ start, step = 1, items }: Extract<Block, { readonly type: 'list' }>): readonly number[] {
  let next = start;
  return items.map((item) => {
    const number = Math.min(Math.max(item.number ?? next, 0), MAX_LIST_NUMBER);
    next = number + step;
    return number;
  });
}

/** Returns the innermost formatting mark that encloses both marks. */
export function commonMark(a: Mark | undefined, b: Mark | undefined): Mark | undefined {
  let left = a;
  let right = b;
  while (left !== right) {
    if ((left?.depth ?? 0) >= (right?.depth ?? 0)) left = left?.parent;
    else right = right?.parent;
  }
  return left;
}

/** Returns the innermost mark of the given kind. */
export function findMark(marks: Mark | undefined, kind: MarkKind): Mark | undefined {
  let mark = marks;
  while (mark !== undefined && mark.kind !== kind) mark = mark.parent;
  return mark;
}

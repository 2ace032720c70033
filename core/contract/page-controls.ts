/** The control of a page that brings the next records of its list. */
export interface NextControl {
  /** `link` opens an address, `button` is clicked, `scroll` is brought into view. */
  readonly kind: 'link' | 'button' | 'scroll';
  /** CSS selector whose first match is the control, on this page; empty for a list that grows when it is scrolled. */
  readonly selector: string;
  /** What the control is called; empty where it has no name. */
  readonly label: string;
  /** A sentence that says by what it was recognised. */
  readonly why: string;
  /** Address of the next page; only for a link. */
  readonly url?: string;
  /** CSS selector of all numbers of pages, where the control is one of them: on each page another one leads on. */
  readonly numbers?: string;
}

/** A form that searches or filters, and sends nothing else. */
export interface SearchForm {
  /** CSS selector of the field for the words. */
  readonly selector: string;
  /** What the field is called. */
  readonly label: string;
  /** Address of the results, without the words; absent where only a script searches. */
  readonly action?: string;
  /** Name of the field in that address. */
  readonly field?: string;
}

/** A part of a page that is shown when its control is pressed. */
export interface FoldedPart {
  /** CSS selector whose first match is the control. */
  readonly selector: string;
  /** What the control is called. */
  readonly label: string;
  /** True when the page already holds the part, but hides it. */
  readonly isFilled: boolean;
}

/** What of a page shows more of its data when it is used; nothing of it sends anything but a search. */
export interface PageControls {
  /** The control that leads to the next records, if any. */
  readonly next?: NextControl;
  /** Tabs of the content that are not open. */
  readonly tabs: readonly FoldedPart[];
  /** Sections of the content that are folded. */
  readonly folds: readonly FoldedPart[];
  readonly searches: readonly SearchForm[];
  /** Sentences about forms that look like a search and are left alone. */
  readonly leftAlone: readonly string[];
}

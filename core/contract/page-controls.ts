/** The control that loads the next records of a list. */
export interface NextControl {
  /** `link` opens a URL, `button` is clicked, `scroll` is scrolled into view. */
  readonly kind: 'link' | 'button' | 'scroll';
  /** CSS selector whose first match is the control, on this page; empty for a list that grows when scrolled. */
  readonly selector: string;
  /** Label of the control; empty without one. */
  readonly label: string;
  /** A sentence about how it was recognized. */
  readonly why: string;
  /** URL of the next page; only for a link. */
  readonly url?: string;
  /** CSS selector of all page numbers, if the control is one of them; the next one differs on each page. */
  readonly numbers?: string;
}

/** A form that only searches or filters. */
export interface SearchForm {
  /** CSS selector of the search field. */
  readonly selector: string;
  /** Label of the field. */
  readonly label: string;
  /** URL of the results without the query; absent if the search needs a script. */
  readonly action?: string;
  /** Name of the query parameter. */
  readonly field?: string;
}

/** A part of a page that is shown when its control is pressed. */
export interface FoldedPart {
  /** CSS selector whose first match is the control. */
  readonly selector: string;
  /** Label of the control. */
  readonly label: string;
  /** True when the page already contains the part, but hides it. */
  readonly isFilled: boolean;
}

/** Controls of a page that reveal more of its data; they submit nothing but searches. */
export interface PageControls {
  /** Control that loads the next records, if any. */
  readonly next?: NextControl;
  /** Closed tabs of the content. */
  readonly tabs: readonly FoldedPart[];
  /** Collapsed sections of the content. */
  readonly folds: readonly FoldedPart[];
  readonly searches: readonly SearchForm[];
  /** Sentences about unused forms that resemble a search. */
  readonly leftAlone: readonly string[];
}

/** The control that loads the next records of a list. */
export interface NextControl {
  /** A `link` opens a URL, a `button` is clicked, and a `scroll` control is scrolled into view. */
  readonly kind: 'link' | 'button' | 'scroll';
  /** CSS selector whose first match on this page is the control. Empty for a list that grows when it is scrolled. */
  readonly selector: string;
  /** Label of the control. Empty if it has no label. */
  readonly label: string;
  /** Sentence that explains how the control was recognized. */
  readonly why: string;
  /** URL of the next page, if the control is a link. */
  readonly url?: string;
  /**
   * CSS selector that matches all page number links, if the control is one of them. Needed because the link to the next
   * page is a different one on each page.
   */
  readonly numbers?: string;
}

/** A form that only searches or filters. */
export interface SearchForm {
  /** CSS selector of the search field. */
  readonly selector: string;
  /** Label of the field. */
  readonly label: string;
  /** URL of the search results without the query. Absent if the search needs a script. */
  readonly action?: string;
  /** Name of the query parameter. */
  readonly field?: string;
}

/** A part of a page that appears when its control is clicked. */
export interface FoldedPart {
  /** CSS selector whose first match is the control. */
  readonly selector: string;
  /** Label of the control. */
  readonly label: string;
  /** True when the page already contains the part but hides it until the click. */
  readonly isFilled: boolean;
}

/** Controls that reveal more of a page's data. Forms are excluded, except for search forms. */
export interface PageControls {
  /** Control that loads the next records, if any. */
  readonly next?: NextControl;
  /** Unselected tabs in the content. */
  readonly tabs: readonly FoldedPart[];
  /** Collapsed sections in the content. */
  readonly folds: readonly FoldedPart[];
  readonly searches: readonly SearchForm[];
  /** Sentences that explain why search forms were skipped. */
  readonly leftAlone: readonly string[];
}

/** Elements whose content is never text of the page. */
export const DROPPED_TAGS: ReadonlySet<string> = new Set(['meta', 'noscript', 'style', 'script', 'template']);

/** What a `head` may hold; anything else found there is really the body of a page without `</head>`. */
export const HEAD_TAGS: ReadonlySet<string> = new Set([
  ...DROPPED_TAGS,
  'title',
  'link',
  'base',
  'bgsound',
  'basefont',
]);

/** Elements that belong to the line of text around them. */
export const INLINE_TAGS: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'acronym',
  'b',
  'bdi',
  'bdo',
  'big',
  'br',
  'cite',
  'code',
  'data',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'img',
  'ins',
  'kbd',
  'mark',
  'math',
  'nobr',
  'picture',
  'q',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'small',
  'source',
  'span',
  'strike',
  'strong',
  'sub',
  'sup',
  'svg',
  'time',
  'tt',
  'u',
  'var',
  'wbr',
]);

/** Elements kept or dropped as one thing, without looking for text in them. */
export const ATOMIC_TAGS: ReadonlySet<string> = new Set([
  'img',
  'svg',
  'math',
  'iframe',
  'video',
  'audio',
  'object',
  'embed',
  'canvas',
  'picture',
  'input',
  'br',
  'hr',
  'wbr',
  'select',
  'textarea',
  'datalist',
  'map',
  'progress',
  'meter',
]);

/** Atomic elements that show something worth keeping next to kept text. */
export const MEDIA_TAGS: ReadonlySet<string> = new Set([
  'img',
  'picture',
  'video',
  'audio',
  'iframe',
  'object',
  'embed',
  'math',
]);

/** Elements that readers take for one thing. */
export const WHOLE_TAGS: ReadonlySet<string> = new Set([
  'table',
  'ul',
  'ol',
  'menu',
  'dl',
  'details',
  'figure',
  'pre',
  'blockquote',
]);

/** Parts of a page: an element with one of these in it only lays out the page. */
export const PART_TAGS: ReadonlySet<string> = new Set(['table', 'h1', 'article', 'form', 'main', 'nav']);

/** Lists: one whose items have headings is a grid of cards, or the chapters of a page. */
export const LIST_TAGS: ReadonlySet<string> = new Set(['ul', 'ol', 'menu']);

/** Headings, by level. */
export const HEADING_TAGS: readonly string[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

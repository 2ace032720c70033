/** Words in class names that describe position or appearance, not meaning. */
export const PLACES = new Set(
  'text value label content contents body inner outer wrapper wrap box col column left right top bottom head foot header footer item items line row cell td th info meta main data field list now current final amount entry card teaser tile block group container holder part sub small big large middle bold link links img pic el element span div title1 js fig caption figcaption ellipsis anchor unstyled clickable nested full wide simple component snippet begin end module primary secondary money testid attribute muted only icon alt normal criteria gray grey black white silver red green blue orange yellow purple pink dark light mid btn button input default none hidden visible nowrap wrapped accessible visually desktop tablet sans serif mono font fade fadein smaller larger notranslate external imperial metric icons'.split(
    ' ',
  ),
);
/** Utility classes of CSS frameworks. They only describe appearance. */
export const LOOKS =
  /^(?:[\w-]+:.*|(?:\w+-)?(?:color|size|spacing|weight|align|margin|padding)-(?:top|right|bottom|left|[xytrbl]|base|primary|secondary|tertiary|muted|fg|mini|small|medium|large|plus|none|[a-z]{0,9}\d)[\w-]*|-?[mp][trblxyse]?-(?:\d.*|auto|px)|(?:text|font)-(?:xs|sm|base|lg|xl|\dxl|thin|light|normal|medium|semibold|bold|center|left|right|muted|white|black|[a-z]+-\d{2,3})|(?:bg|border|rounded|shadow|flex|grid|gap|[wh]|min-[wh]|max-[wh]|items|justify|self|space-[xy]|leading|tracking|z|overflow|opacity|object|order|line-clamp|f[ws]|d)-.+|flex|grid|block|inline|inline-(?:block|flex)|contents|container|clearfix|hidden|visible|invisible|relative|absolute|fixed|static|sticky|isolate|grow|shrink|truncate|uppercase|lowercase|capitalize|antialiased|italic|underline|border|rounded|shadow|outline|ring|transition|resize|prose)$/;
/** Abbreviations in class names. */
export const SHORT_FORMS: Readonly<Record<string, string>> = {
  addr: 'address',
  cat: 'category',
  desc: 'description',
  lic: 'license',
  qty: 'quantity',
  ver: 'version',
  heading: 'title',
  num: 'count',
};

/** Words of up to three letters that are suitable for a column name. Other short words are abbreviations. */
const SHORT_WORDS = new Set(
  'age bed cpu day doi fat fee gas hp isbn job km kw map mpg org ram sku tag tax vat zip'.split(' '),
);
const maxShort = 3;

/** Short words that connect other words. */
const LINKS = new Set('by of in on at to no is'.split(' '));

/** True for words of a class name that a reader understands. False for abbreviations and random letters. */
export const areReadable = (words: readonly string[]): boolean =>
  words.some((word) => SHORT_WORDS.has(word) || word.length > maxShort) &&
  words.every((word) => SHORT_WORDS.has(word) || LINKS.has(word) || (word.length >= maxShort && VOWEL.test(word)));
/** A letter that is not a Latin consonant. */
const VOWEL = /[^b-df-hj-np-tv-xz]/u;

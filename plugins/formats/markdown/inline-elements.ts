import { isTag } from 'domhandler';
import { brokenCode } from './code';
import { languageOf } from './code-language';
import { math, picturedMath, script } from './formulas';
import { link } from './links';
import { mediaOf } from './media';
import { findMark, type MarkKind } from './model';
import { walk } from './tree';
import { absolute, type ElementVisitor } from './visitor';

const marked =
  (kind: MarkKind): ElementVisitor =>
  (element, { builder }) => {
    // Ignores redundant nesting such as `<b><strong>`.
    const same = findMark(builder.marks, kind);
    return same !== undefined && same.tag !== element.name ? undefined : builder.mark(kind, element.name);
  };

/** `code`: creates a code span, or a code block if the element is a paragraph of several lines. Preserves links in a span. */
const code: ElementVisitor = (element, { builder, options }) => {
  const lines = builder.lineEmpty && builder.marks === undefined ? brokenCode(element) : undefined;
  if (lines !== undefined) {
    builder.block({ type: 'code', text: lines, language: languageOf(element) });
    return 'skip';
  }
  let text = '';
  const add = (): void => {
    const plain = text.replace(/[\r\n]+/g, ' ');
    text = '';
    if (plain !== '') builder.leaf('code', plain);
  };
  walk(element, {
    element(child) {
      if (child.name === 'br') text += '\n';
      if (child.name === 'script' || child.name === 'style') return 'skip';
      if (child.name !== 'a' || child.attribs.href === undefined || findMark(builder.marks, 'link')) return undefined;
      add();
      const close = builder.mark('link', 'a', { href: absolute(child.attribs.href, options) });
      return () => {
        add();
        close();
      };
    },
    text(data) {
      text += data;
    },
  });
  add();
  return 'skip';
};

const EMOJI_NAME = /emoji|smil(?:ey|ie)/i;
const EMOJI =
  /^(?:(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|[\d#*]\ufe0f?\u20e3){1,20}|:[\w+-]{1,60}:)$/u;

/** True for an image of an emoji. The alternative text is the emoji or the short name of the emoji. */
const isEmoji = ({ alt = '', class: names = '', src = '' }: Readonly<Record<string, string>>): boolean =>
  EMOJI.test(alt) && EMOJI_NAME.test(`${names} ${src}`);

const image: ElementVisitor = (element, scene) => {
  const { builder, options } = scene;
  const { attribs } = element;
  const alt = attribs.alt ?? '';
  const formula = picturedMath(element, scene);
  if (formula !== undefined) return formula;
  if (isEmoji(attribs)) {
    builder.text(alt);
    return 'skip';
  }
  if (attribs.src === undefined) return 'skip';
  if (/^[01]$/.test(attribs.width ?? '') && /^[01]$/.test(attribs.height ?? '')) return 'skip';
  const href = absolute(attribs.src, options);
  builder.leaf('image', alt, attribs.title === undefined ? { href } : { href, title: attribs.title });
  return 'skip';
};

/** Converts media players and frames to links. Treats them as inline, as browsers do. */
const media: ElementVisitor = (element, { builder, options }) => {
  const found = mediaOf(element);
  if (found === undefined) return 'skip';
  builder.text(' ');
  const close = builder.mark('link', 'a', { href: absolute(found.href, options) });
  builder.leaf('text', found.text.replace(/\s+/g, ' '));
  close();
  builder.text(' ');
  return 'skip';
};

/** `input`: converts only a checkbox at the start of a list item. */
const input: ElementVisitor = (element, { builder }) => {
  if (element.attribs.type?.toLowerCase() !== 'checkbox') return 'skip';
  if (builder.current.kind === 'item' && builder.lineEmpty && builder.current.blocks.length === 0) {
    builder.leaf('task', element.attribs.checked === undefined ? '' : 'x');
  }
  return 'skip';
};

const around =
  (open: string, close: string): ElementVisitor =>
  (_, { builder }) => {
    builder.text(open);
    return () => builder.text(close);
  };

/** Visitors for inline elements, by element name. */
export const inlineElements: Readonly<Record<string, ElementVisitor>> = {
  b: marked('strong'),
  strong: marked('strong'),
  i: marked('em'),
  em: marked('em'),
  s: marked('del'),
  del: marked('del'),
  strike: marked('del'),
  sup: marked('sup'),
  sub: marked('sub'),
  a: link,
  code,
  tt: code,
  kbd: code,
  samp: code,
  img: image,
  iframe: media,
  video: media,
  audio: media,
  embed: media,
  frame: media,
  math,
  script,
  input,
  br: (_, { builder }) => {
    builder.leaf('br', '');
    return 'skip';
  },
  q: around('“', '”'),
  rt: (element, { builder }) => {
    const parens = element.prev !== null && isTag(element.prev) && element.prev.name === 'rp';
    if (!parens) builder.text('(');
    return () => (parens ? undefined : builder.text(')'));
  },
};

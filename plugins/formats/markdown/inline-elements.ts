import { type Element, isTag } from 'domhandler';
import type { Builder } from './builder';
import { isBackReference, referencedNote } from './footnotes';
import { imageSource, withoutBase64 } from './images';
import { texOfMathml, tidyTex } from './mathml';
import { mediaOf } from './media';
import { type Block, commonMark, findMark, type Leaf, type MarkKind } from './model';
import { classFits, findElement, parentElement, textOf, type Visit, walk } from './tree';
import { absolute, type ElementVisitor, type Scene } from './visitor';

const marked =
  (kind: MarkKind): ElementVisitor =>
  (element, { builder }) => {
    // <b><strong> and the like say one thing twice.
    const same = findMark(builder.marks, kind);
    return same !== undefined && same.tag !== element.name ? undefined : builder.mark(kind, element.name);
  };

const SKIP_LINK =
  /^(?:skip|jump)\s+(?:to|over|past)\b|^(?:zum|direkt zum) (?:haupt)?inhalt|^aller au contenu|^(?:saltar|ir) al contenido/i;

/** `a`: a link; references to notes, ways back from them and links that only skip over the page's head are not. */
const link: ElementVisitor = (element, scene) => {
  const { href } = element.attribs;
  const { builder, notes } = scene;
  if (href === undefined) return undefined;
  const label = referencedNote(element, notes);
  if (label !== undefined) {
    builder.leaf('raw', `[^${label}]`);
    return 'skip';
  }
  if (isBackReference(element, notes) || leadsNowhere(element, href)) return 'skip';
  if (/^\s*(?:javascript|vbscript|data):/i.test(href)) return undefined;
  return openLink(element, absolute(href, scene.options), scene);
};

function leadsNowhere(element: Element, href: string): boolean {
  const hash = href.indexOf('#');
  if (hash < 0) return false;
  const text = textOf(element, 80).trim();
  if (SKIP_LINK.test(text)) return true;
  const anchor = /^[#¶§🔗\u200b]?$/u.test(text) && (hash === 0 || hash < href.length - 1);
  return (
    anchor &&
    findElement(element, ({ name }) => name === 'img') === undefined &&
    (text !== '' || element.attribs.class !== undefined)
  );
}

function openLink(element: Element, href: string, { builder }: Scene): Visit {
  const container = builder.current;
  const from = container.blocks.length;
  const outer = builder.marks;
  const around = findMark(outer, 'link');
  if (around !== undefined) builder.marks = around.parent;
  const before = builder.written;
  const title = element.attribs.title;
  builder.mark('link', 'a', title === undefined ? { href } : { href, title });
  return () => {
    if (builder.written === before && worthKeeping(element)) addName(element, builder);
    builder.marks = outer;
    if (builder.current === container) joinParagraphs(container.blocks, from, builder);
  };
}

function addName(element: Element, builder: Builder): void {
  const name = nameOf(element);
  if (name === undefined) builder.leaf('raw', '');
  else builder.leaf('text', name.replace(/\s+/g, ' '));
}

/** A link around nothing is kept where it was written so on purpose or has a name for screen readers. */
const worthKeeping = (element: Element): boolean =>
  nameOf(element) !== undefined ||
  (element.children.length === 0 && Object.keys(element.attribs).every((name) => name === 'href' || name === 'title'));

function nameOf(element: Element): string | undefined {
  const own = element.attribs['aria-label'] ?? element.attribs.title;
  if (own?.trim()) return own.trim();
  const drawn = findElement(element, ({ name }) => name === 'svg' || name === 'title');
  const said =
    drawn?.attribs['aria-label'] ??
    (drawn &&
      findElement(drawn, ({ name }) => name === 'title')
        ?.children.map((node) => ('data' in node ? node.data : ''))
        .join(''));
  return said?.trim() || undefined;
}

/** Paragraphs inside one link become lines of one link. */
function joinParagraphs(blocks: Block[], from: number, builder: { flush(): void }): void {
  if (blocks.length === from) return;
  builder.flush();
  const inside = blocks.slice(from);
  if (inside.length < 2 || !inside.every((block) => block.type === 'paragraph')) return;
  const leaves: Leaf[] = [];
  for (const block of inside) {
    if (block.type !== 'paragraph') continue;
    const last = leaves[leaves.length - 1];
    if (last !== undefined)
      leaves.push({ kind: 'br', text: '', marks: commonMark(last.marks, block.leaves[0]?.marks), space: false });
    leaves.push(...block.leaves);
  }
  blocks.splice(from, inside.length, { type: 'paragraph', leaves });
}

/** `code`: a code span; links inside of it stay links. */
const code: ElementVisitor = (element, { builder, options }) => {
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

const image: ElementVisitor = (element, { builder, options }) => {
  const { attribs } = element;
  const alt = attribs.alt ?? '';
  if (classFits(element, /mwe-math-fallback|(?:^|\s)latex(?:\s|$)/)) {
    if (alt !== '' && !classFits(element, /mwe-math-fallback/)) builder.leaf('math', tidyTex(alt));
    return 'skip';
  }
  const source = imageSource(element);
  if (source === undefined && attribs.src === undefined) return 'skip';
  if (/^[01]$/.test(attribs.width ?? '') && /^[01]$/.test(attribs.height ?? '')) return 'skip';
  const href = withoutBase64(absolute(source ?? '', options), options.removeBase64Images ?? true);
  builder.leaf('image', alt, attribs.title === undefined ? { href } : { href, title: attribs.title });
  return 'skip';
};

const media: ElementVisitor = (element, { builder, options }) => {
  const found = mediaOf(element);
  if (found === undefined) return 'skip';
  const apart = element.name !== 'embed' && element.name !== 'audio';
  if (apart) builder.flush();
  const close = builder.mark('link', 'a', { href: absolute(found.href, options) });
  builder.leaf('text', found.text.replace(/\s+/g, ' '));
  close();
  if (apart) builder.flush();
  return 'skip';
};

function addMath(tex: string, display: boolean, { builder }: Scene): Visit {
  if (tex === '') return 'skip';
  if (display) builder.block({ type: 'math', tex });
  else builder.leaf('math', tex);
  return 'skip';
}

const math: ElementVisitor = (element, scene) =>
  addMath(texOfMathml(element), element.attribs.display === 'block' || element.attribs.mode === 'display', scene);

/** Formulas drawn by KaTeX or MathJax: the formula they keep for screen readers is taken, the drawing left out. */
export function drawnMath(element: Element, scene: Scene): Visit | 'other' {
  const names = element.attribs.class ?? '';
  if (element.name === 'mjx-container' || /(?:^|\s)katex(?:\s|$)/.test(names)) {
    const source = findElement(element, ({ name }) => name === 'math');
    if (source === undefined) return 'other';
    const around = parentElement(element);
    const display =
      element.attribs.display === 'true' ||
      source.attribs.display === 'block' ||
      (around !== undefined && classFits(around, /katex-display/));
    return addMath(texOfMathml(source), display, scene);
  }
  return /(?:^|\s)(?:MathJax(?:_\w+)?|MathJax_Preview|katex-html)(?:\s|$)/.test(names)
    ? drawnByMathJax(element, scene)
    : 'other';
}

function drawnByMathJax(element: Element, scene: Scene): Visit {
  const kept = element.attribs['data-mathml'];
  const next = element.next;
  // The script that follows has the source.
  if (next !== null && isTag(next) && next.name === 'script') return 'skip';
  if (kept === undefined) return 'skip';
  const source = findElement(element, ({ name }) => name === 'math');
  return source === undefined ? 'skip' : addMath(texOfMathml(source), false, scene);
}

const script: ElementVisitor = (element, scene) => {
  const type = element.attribs.type ?? '';
  if (!/^math\/(?:tex|asciimath)/i.test(type)) return 'skip';
  return addMath(tidyTex(textOf(element)), /mode=display/i.test(type), scene);
};

/** `input`: only a tick box at the start of a list item means something. */
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

/** Elements that live inside a line of text. */
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

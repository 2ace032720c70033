import DOMPurify from 'dompurify';

/** Inline elements. */
const inline = new Set(
  'a abbr b bdi bdo br button cite code data del dfn em font i img input ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Elements whose text must not be reformatted. */
const kept = new Set(['pre', 'textarea', 'script', 'style']);
const empty = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Maximum indentation depth, in levels. */
const deepest = 40;

/** Formats HTML with one block element per line, indented by depth. Text and its inline elements stay on one line. */
export function indentHtml(text: string): string {
  const isDocument = /<html[\s>]/i.test(text.slice(0, 2000));
  const parsed = new DOMParser().parseFromString(text, 'text/html');
  const lines: string[] = isDocument && parsed.doctype ? ['<!DOCTYPE html>'] : [];
  for (const node of isDocument ? [parsed.documentElement] : [...parsed.head.childNodes, ...parsed.body.childNodes])
    write(node, 0, lines);
  return lines.join('\n');
}

function write(node: Node, depth: number, lines: string[]): void {
  const indent = '  '.repeat(Math.min(depth, deepest));
  if (!(node instanceof Element)) {
    const line = textOf(node).trim();
    if (line) lines.push(indent + line);
    return;
  }
  const name = node.localName;
  if (kept.has(name) || isLine(node)) {
    lines.push(indent + node.outerHTML.trim());
    return;
  }
  lines.push(indent + openingTag(node));
  let run = '';
  const flush = (): void => {
    const line = run.replaceAll(/\s+/g, ' ').trim();
    if (line) lines.push(`${indent}  ${line}`);
    run = '';
  };
  for (const child of node.childNodes) {
    if (child instanceof Element ? inline.has(child.localName) && isLine(child) : child instanceof Text)
      run += textOf(child);
    else {
      flush();
      write(child, depth + 1, lines);
    }
  }
  flush();
  lines.push(`${indent}</${name}>`);
}

/** True for an element that is empty or contains only text and inline elements. */
function isLine(node: Element): boolean {
  if (empty.has(node.localName) || node.childNodes.length === 0) return true;
  return [...node.childNodes].every((child) =>
    child instanceof Element ? inline.has(child.localName) && isLine(child) : child instanceof Text,
  );
}

function textOf(node: Node): string {
  if (node instanceof Element) return node.outerHTML;
  if (node instanceof Comment) return `<!--${node.data}-->`;
  const held = document.createElement('p');
  held.append(node.cloneNode());
  return held.innerHTML;
}

function openingTag(node: Element): string {
  const shell = node.cloneNode(false) as Element;
  const { outerHTML } = shell;
  const closing = `</${node.localName}>`;
  return outerHTML.endsWith(closing) ? outerHTML.slice(0, -closing.length) : outerHTML;
}

/** Sanitizes a page for display in a frame: removes scripts, forms, remote content and link targets. */
export function previewHtml(html: string): string {
  const root = DOMPurify.sanitize(html, {
    RETURN_DOM: true,
    WHOLE_DOCUMENT: true,
    FORBID_TAGS: ['form', 'iframe', 'base', 'meta', 'link', 'video', 'audio', 'source'],
    FORBID_ATTR: ['srcset', 'background', 'poster'],
  }) as HTMLElement;
  // Relative URLs would point to the engine, so link targets are removed.
  for (const anchor of root.querySelectorAll('a, area')) anchor.removeAttribute('href');
  for (const image of root.querySelectorAll('img')) {
    if (!image.getAttribute('src')?.startsWith('data:')) image.replaceWith(image.alt ? `[${image.alt}]` : '');
  }
  return root.outerHTML;
}

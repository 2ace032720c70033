import { type Element, isTag } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { escapeHtml } from '../../../core/contract/plugin';
import { plainText, type TextWriter } from './text';

/** Placeholders that repeat on every slide and are not part of the slide text. */
const FRAME = new Set(['header', 'footer', 'date-time', 'page-number']);

/** Converts slides in order. Titles become headings, and speaker notes become quotations. */
export function slidesHtml(body: Element, writer: TextWriter): string {
  return body.children
    .filter((node): node is Element => isTag(node) && node.name === 'draw:page')
    .map((slide) => slideHtml(slide, writer))
    .join('\n');
}

function slideHtml(slide: Element, writer: TextWriter): string {
  const shapes = slide.children.filter(isTag).filter((shape) => !FRAME.has(classOf(shape)));
  const title = shapes.find((shape) => classOf(shape) === 'title');
  const heading = title === undefined ? '' : plainText(title).trim();
  const rest = shapes.filter((shape) => shape !== title);
  const notes = getElementsByTagName('presentation:notes', slide)
    .flatMap((node) => getElementsByTagName('draw:frame', node))
    .filter((frame) => classOf(frame) === 'notes')
    .map((frame) => writer.blocks(frame.children))
    .join('');
  const head = heading === '' ? '' : `<h2>${escapeHtml(heading).replace(/\n/g, ' ')}</h2>`;
  return `${head}${writer.blocks(rest)}${notes === '' ? '' : `<blockquote>${notes}</blockquote>`}`;
}

const classOf = (shape: Element): string => shape.attribs['presentation:class'] ?? '';

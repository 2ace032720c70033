import type { Box } from './place-of';

/** Elements that show content other than text. */
const pictures = 'img, svg, svg *, video, canvas, iframe, object, input, button, select, textarea';
/** Number of sampled points across and down a box. */
const [columns, rows] = [12, 3];
/**
 * Cost of covering a sampled point, by the content at the point. A single point with the record's own text costs more
 * than a box full of other content, because the user compares this text with the table. A picture costs less in the
 * record itself, because the toolbar belongs to the record. `otherBox` is the empty part of another element.
 */
const costs = {
  ownText: 2 * columns * rows,
  nearText: 2,
  farText: 1,
  ownPicture: 0.5,
  otherPicture: 1.5,
  otherBox: 0.25,
} as const;

/**
 * Returns how much content of a page a box covers, where 0 means none. `record` is the record that the box belongs to.
 * Points are sampled, because this function is called whenever the page scrolls.
 */
export function coveredContent(document: Document, { x, y, width, height }: Box, record: Node): number {
  let cost = 0;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const point = { x: x + (width * column) / (columns - 1), y: y + (height * row) / (rows - 1) };
      cost += costAt(document, point, record);
    }
  return cost / (columns * rows);
}

function costAt(document: Document, point: { readonly x: number; readonly y: number }, record: Node): number {
  const element = document.elementFromPoint(point.x, point.y);
  if (!element) return 0;
  const isOwn = record.contains(element);
  if (element.matches(pictures)) return isOwn ? costs.ownPicture : costs.otherPicture;
  const isText = [...element.childNodes].some((node) => node.nodeType === 3 && isAt(node as Text, point));
  if (!isText) return isOwn || element.contains(record) ? 0 : costs.otherBox;
  if (isOwn) return costs.ownText;
  return record.parentNode?.contains(element) ? costs.nearText : costs.farText;
}

function isAt(text: Text, { x, y }: { readonly x: number; readonly y: number }): boolean {
  if (!text.data.trim()) return false;
  const range = text.ownerDocument.createRange();
  range.selectNode(text);
  return [...range.getClientRects()].some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
}

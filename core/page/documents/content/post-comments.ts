import { type MeasuredPage } from './measured-page';
import { covers, type PageElement, type Unit } from './segment';

const POST_TYPE = /[/#](?:Question|Answer)$/;
const COMMENT_TYPE = /[/#]Comment$/;

/**
 * Returns a predicate for comments on the questions and answers of a Q&A page, as marked by microdata. Forum replies
 * also have the type `Comment`, but are not inside a question or an answer.
 */
export function commentsOnPosts(page: MeasuredPage): (unit: Unit) => boolean {
  if (!page.facts.isThread) return () => false;
  const { elements } = page.segments;
  const boxes = new Set<PageElement>();
  for (const comment of elements) {
    if (!isOfType(comment, COMMENT_TYPE) || !isInPost(elements, comment)) continue;
    const around = elements[comment.parent];
    boxes.add(around === undefined || isOfType(around, POST_TYPE) ? comment : around);
  }
  const all = [...boxes];
  return (unit) => all.some((box) => covers(box, unit));
}

const isOfType = ({ node }: PageElement, type: RegExp): boolean =>
  node.attribs.itemtype !== undefined && type.test(node.attribs.itemtype);

function isInPost(elements: readonly PageElement[], { parent }: PageElement): boolean {
  for (let up = elements[parent]; up !== undefined; up = elements[up.parent]) if (isOfType(up, POST_TYPE)) return true;
  return false;
}

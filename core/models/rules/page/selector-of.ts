import { type Element, isTag } from 'domhandler';

const STABLE = /^[a-zA-Z_-][\w-]{1,40}$/;
const MADE = /\d{3,}|[a-z]\d+[a-z]\d|^css-|^sc-|^jss|__[A-Za-z0-9]{5,}$|[A-Z]{2}[a-z][A-Z]/;

/** A CSS selector of an element: its id, or tag and place below the nearest element that has one. */
export function selectorOf(node: Element): string {
  const parts: string[] = [];
  for (let up: Element | undefined = node; up; up = parentOf(up)) {
    const { id } = up.attribs;
    if (id !== undefined && STABLE.test(id) && !MADE.test(id)) {
      parts.unshift(`#${id}`);
      break;
    }
    if (up.name === 'body' || up.name === 'html' || up.name === 'head') {
      parts.unshift(up.name);
      break;
    }
    parts.unshift(step(up));
  }
  return parts.join(' > ');
}

const parentOf = ({ parent }: Element): Element | undefined =>
  parent && isTag(parent as Element) ? (parent as Element) : undefined;

/** One step: the tag, with its class where that tells it from its siblings, else with its place among them. */
function step(node: Element): string {
  const same = node.parent
    ? node.parent.children.filter((child): child is Element => isTag(child) && child.name === node.name)
    : [node];
  if (same.length === 1) return node.name;
  const name = (node.attribs.class ?? '')
    .split(/\s+/)
    .find((one) => STABLE.test(one) && !MADE.test(one) && same.filter((other) => hasClass(other, one)).length === 1);
  return name === undefined ? `${node.name}:nth-of-type(${same.indexOf(node) + 1})` : `${node.name}.${name}`;
}

const hasClass = ({ attribs }: Element, name: string): boolean => (attribs.class ?? '').split(/\s+/).includes(name);

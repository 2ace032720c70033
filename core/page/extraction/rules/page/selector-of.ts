import { type Element, isTag, type ParentNode } from 'domhandler';

const STABLE = /^[a-zA-Z_-][\w-]{1,40}$/;
const MADE = /\d{3,}|[a-z]\d+[a-z]\d|^css-|^sc-|^jss|__[A-Za-z0-9]{5,}$|[A-Z]{2}[a-z][A-Z]/;

/** Makes CSS selectors of a page's elements; what siblings share is found out once. */
export class Selectors {
  readonly #steps = new Map<ParentNode, ReadonlyMap<Element, string>>();

  /** The selector of an element: its id, or tag and place below the nearest element that has one. */
  of(node: Element): string {
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
      parts.unshift(this.#step(up));
    }
    return parts.join(' > ');
  }

  #step(node: Element): string {
    if (!node.parent) return node.name;
    let steps = this.#steps.get(node.parent);
    if (!steps) {
      steps = stepsIn(node.parent);
      this.#steps.set(node.parent, steps);
    }
    return steps.get(node) ?? node.name;
  }
}

const parentOf = ({ parent }: Element): Element | undefined =>
  parent && isTag(parent as Element) ? (parent as Element) : undefined;

/** One step for each child: the tag, with its class where that tells it from its siblings, else with its place among them. */
function stepsIn(parent: ParentNode): ReadonlyMap<Element, string> {
  const children = parent.children.filter(isTag);
  const counts = new Map<string, number>();
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const child of children) {
    count(child.name);
    for (const name of new Set(classesOf(child))) count(`${child.name}.${name}`);
  }
  const places = new Map<string, number>();
  return new Map(
    children.map((child) => {
      const place = (places.get(child.name) ?? 0) + 1;
      places.set(child.name, place);
      if (counts.get(child.name) === 1) return [child, child.name];
      const name = classesOf(child).find(
        (one) => STABLE.test(one) && !MADE.test(one) && counts.get(`${child.name}.${one}`) === 1,
      );
      return [child, name === undefined ? `${child.name}:nth-of-type(${place})` : `${child.name}.${name}`];
    }),
  );
}

const classesOf = ({ attribs }: Element): readonly string[] =>
  (attribs.class ?? '').split(/\s+/).filter((name) => name !== '');

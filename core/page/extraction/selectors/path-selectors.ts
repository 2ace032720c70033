import { type Element, isTag, type ParentNode } from 'domhandler';
import { parentOf } from '../rules/page/text-of';
import { isStableClass, isStableName } from './stable-names';

/** Creates CSS paths to elements. Caches the path steps of siblings. */
export class PathSelectors {
  readonly #steps = new Map<ParentNode, ReadonlyMap<Element, string>>();

  /**
   * Returns the path to an element: its stable ID, or tags and positions below the nearest ancestor with a stable ID.
   */
  of(node: Element): string {
    const parts: string[] = [];
    for (let up: Element | undefined = node; up; up = parentOf(up)) {
      const { id } = up.attribs;
      if (id !== undefined && isStableName(id)) {
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

/** Returns a path step for each child: its tag, plus a class or position if siblings have the same tag. */
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
      const name = classesOf(child).find((one) => isStableClass(one) && counts.get(`${child.name}.${one}`) === 1);
      return [child, name === undefined ? `${child.name}:nth-of-type(${place})` : `${child.name}.${name}`];
    }),
  );
}

const classesOf = ({ attribs }: Element): readonly string[] =>
  (attribs.class ?? '').split(/\s+/).filter((name) => name !== '');

import { type Element, isTag, type ParentNode } from 'domhandler';
import { isConsentBox, mayBeConsentBox } from './consent';

/** The elements of a page that are asked for by name, in document order. */
export interface PageSurvey {
  /** What states facts: elements of the head wherever they stand, `noscript`, and whatever has an `itemtype`. */
  readonly facts: readonly Element[];
  /** All `a` with an address. */
  readonly anchors: readonly Element[];
  readonly pictures: readonly Element[];
  /** All `h1`. */
  readonly headlines: readonly Element[];
  /** Boxes that ask for consent to cookies. */
  readonly consentBoxes: ReadonlySet<Element>;
  /** All `noscript`. */
  readonly fallbacks: readonly Element[];
  /** What the first `<base>` with an address says, or nothing. */
  readonly base: string;
}

const FACTS = new Set(['meta', 'title', 'html', 'link', 'script', 'noscript']);
const OTHERS = ['a', 'picture', 'h1', 'base'];
const NOTED = new Set([...FACTS, ...OTHERS]);
/** Marks an element with an `itemtype`. */
export const IS_TYPED = 1;
/** Marks an element whose class or id is one of boxes that ask for consent to cookies. */
export const ASKS_CONSENT = 2;

const marksOf = (element: Element): number =>
  (element.attribs.itemtype === undefined ? 0 : IS_TYPED) | (isConsentBox(element) ? ASKS_CONSENT : 0);

/** Takes a survey element by element, in document order. */
export class Surveyor implements PageSurvey {
  readonly facts: Element[] = [];
  readonly anchors: Element[] = [];
  readonly pictures: Element[] = [];
  readonly headlines: Element[] = [];
  readonly consentBoxes = new Set<Element>();
  readonly fallbacks: Element[] = [];
  #base: string | undefined;

  get base(): string {
    return this.#base ?? '';
  }

  /** Takes note of the next element, of whose attributes the marks tell what is asked for. */
  visit(element: Element, marks = marksOf(element)): void {
    const { name, attribs } = element;
    if (marks !== 0) this.visitMarked(element, marks);
    if (!NOTED.has(name)) return;
    if (FACTS.has(name) && (marks & IS_TYPED) === 0) this.facts.push(element);
    if (name === 'a') {
      if (attribs.href !== undefined) this.anchors.push(element);
    } else if (name === 'picture') this.pictures.push(element);
    else if (name === 'h1') this.headlines.push(element);
    else if (name === 'noscript') this.fallbacks.push(element);
    else if (name === 'base') this.#base ??= attribs.href;
  }

  private visitMarked(element: Element, marks: number): void {
    if ((marks & IS_TYPED) !== 0) this.facts.push(element);
    if ((marks & ASKS_CONSENT) !== 0 && mayBeConsentBox(element.name)) this.consentBoxes.add(element);
  }
}

/**
 * Elements of a parsed tree neither come nor go, so each tree is surveyed once, for all that ask. Its survey is kept on the root: V8's young
 * collections take what a WeakMap holds for alive, and would copy whole pages that nobody needs any more.
 */
const SURVEY = Symbol('survey');
type Surveyed = ParentNode & { [SURVEY]?: PageSurvey };

/** Keeps the survey of a tree that was taken while it was made. */
export function keepSurvey(root: Surveyed, survey: PageSurvey): void {
  root[SURVEY] = survey;
}

/** The survey of a tree; walks the tree where none is kept. */
export function surveyOf(root: Surveyed): PageSurvey {
  const known = root[SURVEY];
  if (known !== undefined) return known;
  const survey = new Surveyor();
  visitElements(root, (element) => survey.visit(element));
  root[SURVEY] = survey;
  return survey;
}

/** Visits all elements below a node in document order, without recursion. */
export function visitElements(root: ParentNode, visit: (element: Element) => void): void {
  const stack: ParentNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isTag(node) && node !== root) visit(node);
    const { children } = node;
    for (let i = children.length - 1; i >= 0; i--) {
      const child = children[i];
      if (child !== undefined && isTag(child)) stack.push(child);
    }
  }
}

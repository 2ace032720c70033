import type { LiveInput } from '../../core/common/live';
import type { MirrorDocument } from './mirror-document';

/** Effect of clicks in the mirror: they select elements, or are sent to the real page. */
export type LiveMode = 'point' | 'use';

/** Callbacks for input to the mirror. */
export interface MirrorListener {
  readonly mode: () => LiveMode;
  hover(node: Node | undefined): void;
  pick(id: number, how: { readonly alt: boolean }): void;
  /** Called with each input to be sent to the real page. */
  input(input: LiveInput): void;
  /** Called when the page has been scrolled and the outlines must be redrawn. */
  moved(): void;
  /** Called when the keyboard focus leaves the frame. */
  leave(): void;
}

/** Debounce delay in ms before scrolling is forwarded to the real page. */
const scrollMs = 150;
/** Scroll offset that scrolls any page to its end, in CSS pixels. */
const pageEnd = 10_000_000;
/** Maximum length of pasted text, in characters. */
const maxPasted = 20_000;
const stopped = ['submit', 'dragstart', 'contextmenu', 'auxclick', 'dblclick', 'cut', 'drop', 'beforeinput'] as const;
const moves = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/**
 * Handles input in the mirror: selects elements, or sends the input to the real page. The mirrored page itself receives
 * no input.
 */
export class MirrorInput {
  /** Page element under the pointer, if any. */
  #at: Element | undefined;
  #scroll: ReturnType<typeof setTimeout> | undefined;
  readonly #watched = new WeakSet<Document>();

  constructor(
    private readonly mirror: MirrorDocument,
    private readonly listener: MirrorListener,
  ) {
    this.watch(mirror.document);
  }

  /** Adds listeners to the page's document, or to the document of one of its frames. */
  watch(document: Document): void {
    if (this.#watched.has(document)) return;
    this.#watched.add(document);
    const on = <K extends keyof DocumentEventMap>(type: K, hear: (event: DocumentEventMap[K]) => void): void =>
      document.addEventListener(type, hear, { capture: true, passive: false });
    on('click', (event) => this.#click(event));
    on('mousedown', (event) => this.#press(event));
    on('mousemove', (event) => this.#hover(this.#elementOf(event)));
    on('mouseover', (event) => this.#hover(this.#elementOf(event)));
    on('keydown', (event) => this.#key(event));
    on('change', (event) => this.#choose(event));
    on('paste', (event) => this.#paste(event));
    on('scroll', (event) => this.#scrolled(event));
    on('wheel', (event) => this.#wheeled(event));
    for (const type of stopped) document.addEventListener(type, (event) => event.preventDefault(), { capture: true });
    document.addEventListener('mouseleave', () => this.#hover(undefined));
  }

  /** Forgets the element under the pointer. Called when the page is replaced. */
  reset(): void {
    this.#hover(undefined);
  }

  /** Returns the innermost page element targeted by an event, including elements in frames and open shadow roots. */
  #elementOf(event: Event): Element | undefined {
    const path = event.composedPath() as Node[];
    return path.find((node) => node.nodeType === 1 && this.mirror.idOf(node) !== undefined) as Element | undefined;
  }

  #hover(element: Element | undefined): void {
    if (element === this.#at) return;
    this.#at = element;
    this.listener.hover(this.listener.mode() === 'point' ? element : undefined);
  }

  #press(event: MouseEvent): void {
    // A select element opens natively. For other elements, the default action is prevented, because it would move the
    // focus or select text.
    const isChoice = this.listener.mode() === 'use' && (event.target as Element | null)?.nodeName === 'SELECT';
    if (!isChoice) event.preventDefault();
    this.mirror.document.defaultView?.focus();
  }

  #click(event: MouseEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const element = this.#elementOf(event);
    const id = element && this.mirror.idOf(element);
    if (element === undefined || id === undefined) return;
    if (this.listener.mode() === 'point') this.listener.pick(id, { alt: event.altKey });
    else if (element.nodeName !== 'SELECT' && element.nodeName !== 'OPTION')
      this.listener.input({ type: 'click', node: id });
  }

  #choose(event: Event): void {
    const field = event.target as HTMLSelectElement;
    const node = this.mirror.idOf(field);
    if (field.nodeName === 'SELECT' && node !== undefined)
      this.listener.input({ type: 'choose', node, value: field.value });
  }

  #paste(event: ClipboardEvent): void {
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain').slice(0, maxPasted);
    if (text && this.listener.mode() === 'use') this.listener.input({ type: 'insert', text });
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.listener.leave();
    else if (this.listener.mode() === 'use') this.#forward(event);
    else if (event.key === 'Enter') this.#pick(event);
    else if (moves.includes(event.key)) this.#walk(event);
  }

  #pick(event: KeyboardEvent): void {
    event.preventDefault();
    const id = this.#at && this.mirror.idOf(this.#at);
    if (id !== undefined) this.listener.pick(id, { alt: event.altKey });
  }

  #walk(event: KeyboardEvent): void {
    event.preventDefault();
    const next = this.#at ? this.#beside(this.#at, event.key) : this.#first();
    if (!next) return;
    next.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    this.#hover(next);
  }

  /** Sends a key press to the real page. The resulting changes appear in the mirror. */
  #forward(event: KeyboardEvent): void {
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    // Does not forward the paste shortcut, because the browser fires a `paste` event for it.
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v') return;
    event.preventDefault();
    const held = [event.ctrlKey && 'Control', event.altKey && 'Alt', event.metaKey && 'Meta'].filter(Boolean);
    this.listener.input({ type: 'press', key: [...held, event.key === ' ' ? 'Space' : event.key].join('+') });
  }

  /**
   * Returns the element that an arrow key selects: the parent (Up), the first child (Down) or a sibling (Left, Right).
   */
  #beside(element: Element, key: string): Element | undefined {
    const inner = (element as HTMLIFrameElement).contentDocument?.body ?? element.shadowRoot ?? element;
    const root = element.getRootNode();
    const outer = element.parentElement ?? (root as ShadowRoot).host ?? (root as Document).defaultView?.frameElement;
    const at = {
      ArrowUp: outer,
      ArrowDown: inner.firstElementChild,
      ArrowLeft: element.previousElementSibling,
      ArrowRight: element.nextElementSibling,
    }[key];
    if (!at) return undefined;
    return this.mirror.idOf(at) !== undefined && at.nodeName !== 'STYLE'
      ? at
      : key === 'ArrowDown'
        ? undefined
        : this.#beside(at, key);
  }

  #first(): Element | undefined {
    return this.mirror.document.body?.firstElementChild ?? undefined;
  }

  #scrolled({ target }: Event): void {
    this.listener.moved();
    this.#scrollSoon(target as Node, (whole) => !this.mirror.isWherePageScrolled(whole));
  }

  /**
   * Scrolls the real page if the mirror cannot scroll further. The mirror is taller than the viewport, so it can reach
   * its end before the real page does.
   */
  #wheeled({ target, deltaY }: WheelEvent): void {
    const { document } = this.mirror;
    const whole = document.scrollingElement ?? document.documentElement;
    if (deltaY > 0 && (target as Node).ownerDocument === document && isAtEnd(whole)) this.#scrollSoon(document);
  }

  #scrollSoon(node: Node, isMeant: (whole: Element) => boolean = () => true): void {
    clearTimeout(this.#scroll);
    this.#scroll = setTimeout(() => {
      const isPage = node === this.mirror.document;
      const whole = isPage ? this.mirror.document.documentElement : (node as Element);
      const id = isPage ? undefined : this.mirror.idOf(node);
      if (node.nodeType === 9 ? !isPage : id === undefined) return;
      if (!isMeant(whole)) return;
      this.listener.input({
        type: 'scroll',
        ...(id === undefined ? {} : { node: id }),
        x: whole.scrollLeft,
        y: isAtEnd(whole) ? pageEnd : whole.scrollTop,
      });
    }, scrollMs);
  }
}

const isAtEnd = ({ scrollTop, scrollHeight, clientHeight }: Element): boolean =>
  scrollTop + clientHeight >= scrollHeight - 2;

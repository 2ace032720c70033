import type { LiveFacts, LiveMessage, MirrorChange, MirrorNode } from '../common/live';
import type { TabPicture } from '../net/engines/live-tab';
import type { CleaningFacts } from './clean-attributes';
import { cleanDocument } from './clean-node';
import type { LiveTree, TreeChange } from './live-tree';
import { mirrorChanges } from './mirror-changes';

/** Time in ms for which changes are collected before they are sent. */
const collectMs = 25;
/** Maximum number of pending changes. When it is exceeded, the entire page is sent instead. */
const maxChanges = 10_000;
/** Maximum length of pending changes, in characters. When it is exceeded, the entire page is sent instead. */
const maxChars = 20_000_000;

/** Dependencies of a stream. */
export interface LiveStreamParts {
  readonly tree: () => LiveTree;
  readonly facts: () => LiveFacts;
  /** Returns the URL of the empty document in which the mirror is built. */
  readonly document: () => string;
  /** Returns the URL from which this window may load one of the page's resources. */
  readonly pathOf: CleaningFacts['pathOf'];
  readonly send: (message: LiveMessage) => void;
  /**
   * True for a window that shows no mirror. Such a window receives the version of the page, but no nodes or changes.
   */
  readonly withoutNodes?: boolean;
}

/**
 * Sends the page and its changes to a window. Each message is sent only after the window has shown the previous one.
 */
export class LiveStream {
  #pending: MirrorChange[] = [];
  #pendingChars = 0;
  #isChanged = false;
  #mustResend = true;
  /** Acknowledgement callbacks for messages that the window has not shown yet, oldest first. */
  readonly #unshown: (() => void)[] = [];
  /** True while waiting for the window to show the page or changes that were sent. */
  #waiting = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: LiveStreamParts) {}

  start(): void {
    this.sendFacts();
    this.#soon();
  }

  sendFacts(): void {
    this.parts.send({ type: 'facts', facts: this.parts.facts() });
  }

  /** Queues a change to the page. */
  changed(change: TreeChange): void {
    if (change.type === 'page') this.#resend();
    else if (!this.#mustResend) {
      const changes = this.parts.withoutNodes ? [] : mirrorChanges(change, this.#cleaning());
      this.#isChanged ||= this.parts.withoutNodes === true || changes.length > 0;
      this.#pending.push(...changes);
      this.#pendingChars += changes.reduce((sum, one) => sum + charsOf(one), 0);
      if (this.#pending.length > maxChanges || this.#pendingChars > maxChars) this.#resend();
    }
    this.#soon();
  }

  /** Acknowledges the oldest message. Called when the window has shown it. */
  shown(): void {
    this.#unshown.shift()?.();
  }

  /** Sends a painted frame. Resolves once the window has shown it. */
  picture(picture: TabPicture): Promise<void> {
    return new Promise((resolve) => {
      this.#unshown.push(resolve);
      this.parts.send({ type: 'picture', ...picture });
    });
  }

  stop(): void {
    for (const shown of this.#unshown.splice(0)) shown();
    clearTimeout(this.#timer);
    this.#waiting = true;
  }

  #resend(): void {
    this.#mustResend = true;
    this.#forget();
  }

  #forget(): void {
    this.#pending = [];
    this.#pendingChars = 0;
    this.#isChanged = false;
  }

  #cleaning(): CleaningFacts {
    return { base: this.parts.tree().address, pathOf: this.parts.pathOf };
  }

  #soon(): void {
    if (this.#timer || this.#waiting) return;
    this.#timer = setTimeout(() => this.#send(), this.#mustResend ? 0 : collectMs);
  }

  #wait(): void {
    this.#waiting = true;
    this.#unshown.push(() => {
      this.#waiting = false;
      this.#soon();
    });
  }

  #send(): void {
    this.#timer = undefined;
    if (this.#waiting) return;
    const tree = this.parts.tree();
    const { version, root } = tree;
    if (this.#mustResend && root) {
      this.#mustResend = false;
      this.#wait();
      const nodes = this.parts.withoutNodes ? [] : cleanDocument(root, this.#cleaning());
      this.parts.send({ type: 'page', version, document: this.parts.document(), nodes });
    } else if (this.#isChanged) {
      const changes = this.#pending;
      this.#forget();
      this.#wait();
      this.parts.send({ type: 'changes', version, changes });
    }
  }
}

/** Returns the number of characters in the text and attributes of a change. */
function charsOf(change: MirrorChange): number {
  if (change.type === 'text' || change.type === 'value') return change.text.length;
  if (change.type === 'add') return charsIn(change.node);
  if (change.type === 'sheets') return change.texts.reduce((sum, text) => sum + text.length, 0);
  return change.type === 'attributes' ? sumOf(Object.values(change.attributes)) : 0;
}

function charsIn({ text = '', attributes = {}, children = [], shadow = [], frame = [] }: MirrorNode): number {
  const own = text.length + sumOf(Object.values(attributes));
  return [...children, ...shadow, ...frame].reduce((sum, node) => sum + charsIn(node), own);
}

const sumOf = (texts: readonly (string | null)[]): number => texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);

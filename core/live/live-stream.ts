import type { LiveFacts, LiveMessage, MirrorChange, MirrorNode } from '../common/live';
import type { TabPicture } from '../net/engines/live-tab';
import type { CleaningFacts } from './clean-attributes';
import { cleanDocument } from './clean-node';
import type { LiveTree, TreeChange } from './live-tree';
import { mirrorChanges } from './mirror-changes';

/** Changes are collected for this long before they are sent. */
const collectMs = 25;
/** With more changes than this waiting, the page is sent as a whole. */
const mostChanges = 10_000;
/** The same with changes of more characters than this. */
const mostChars = 20_000_000;

/** What one stream is made of. */
export interface LiveStreamParts {
  readonly tree: () => LiveTree;
  readonly facts: () => LiveFacts;
  /** Address of the empty document the mirror is built in. */
  readonly document: () => string;
  /** Gives an address of the page's the one this window may load it from. */
  readonly pathOf: CleaningFacts['pathOf'];
  readonly send: (message: LiveMessage) => void;
}

/** Sends one window the page and its changes; each of these messages waits until the window shows the last one. */
export class LiveStream {
  #pending: MirrorChange[] = [];
  #pendingChars = 0;
  /** The whole page is to be sent. */
  #anew = true;
  /** Sent and not yet shown, oldest first: what is to be done once it is. */
  readonly #unshown: (() => void)[] = [];
  /** The page or its changes are on their way. */
  #waiting = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: LiveStreamParts) {}

  /** Sends what there is. */
  start(): void {
    this.tellFacts();
    this.#soon();
  }

  /** Sends the facts at once. */
  tellFacts(): void {
    this.parts.send({ type: 'facts', facts: this.parts.facts() });
  }

  /** Takes a change of the page. */
  changed(change: TreeChange): void {
    if (change.type === 'page') this.#resend();
    else if (!this.#anew) {
      const changes = mirrorChanges(change, this.#cleaning());
      this.#pending.push(...changes);
      this.#pendingChars += changes.reduce((sum, one) => sum + charsOf(one), 0);
      if (this.#pending.length > mostChanges || this.#pendingChars > mostChars) this.#resend();
    }
    this.#soon();
  }

  /** The window shows the oldest of what was sent. */
  shown(): void {
    this.#unshown.shift()?.();
  }

  /** Sends the page as it is painted; resolves once the window shows it. */
  picture(picture: TabPicture): Promise<void> {
    return new Promise((resolve) => {
      this.#unshown.push(resolve);
      this.parts.send({ type: 'picture', ...picture });
    });
  }

  /** Sends nothing more. */
  stop(): void {
    for (const shown of this.#unshown.splice(0)) shown();
    clearTimeout(this.#timer);
    this.#waiting = true;
  }

  #resend(): void {
    this.#anew = true;
    this.#forget();
  }

  #forget(): void {
    this.#pending = [];
    this.#pendingChars = 0;
  }

  #cleaning(): CleaningFacts {
    return { base: this.parts.tree().address, pathOf: this.parts.pathOf };
  }

  #soon(): void {
    if (this.#timer || this.#waiting) return;
    this.#timer = setTimeout(() => this.#send(), this.#anew ? 0 : collectMs);
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
    if (this.#anew && root) {
      this.#anew = false;
      this.#wait();
      const nodes = cleanDocument(root, this.#cleaning());
      this.parts.send({ type: 'page', version, document: this.parts.document(), nodes });
    } else if (this.#pending.length > 0) {
      const changes = this.#pending;
      this.#forget();
      this.#wait();
      this.parts.send({ type: 'changes', version, changes });
    }
  }
}

/** Characters of the texts and attributes of a change. */
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

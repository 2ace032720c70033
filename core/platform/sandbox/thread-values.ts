import type { FlatDom } from './flat-dom';
import type { SandboxValue } from './messages';
import { OpenPages } from './open-pages';

/** Maximum length, in characters or bytes, of a value passed to the guest. */
const maxChars = 8 * 1024 * 1024;

/** Values of one call, stored outside the guest's memory. */
export class ThreadValues {
  readonly #pages = new OpenPages();
  readonly #opened = new Map<string, FlatDom>();

  constructor(private readonly values: Readonly<Record<string, SandboxValue>>) {}

  /** Returns a value as a string. For a flattened page, returns all of its strings joined together. */
  text(name: string): string {
    const value = this.#value(name);
    return fitting(value?.kind === 'dom' ? value.dom.text : value && 'text' in value ? value.text : 'null', name);
  }

  /** Returns the names of a page's elements and attributes as JSON. */
  names(name: string): string {
    const value = this.#value(name);
    return fitting(JSON.stringify(value?.kind === 'dom' ? value.dom.names : []), name);
  }

  /** Returns one part of a value as bytes. Empty if the value has no such part. */
  bytes(name: string, part: string): ArrayBuffer {
    const bytes = this.#bytes(name, part);
    if (bytes.byteLength > maxChars) throw new Error(`"${name}" is too large for the sandbox.`);
    return bytes;
  }

  /**
   * Returns the numbers of a node's descendants that match a CSS selector. With `isFirst`, returns only the first
   * number.
   */
  select(at: number, selector: string, isFirst: boolean): ArrayBuffer {
    return this.#pages.select(at, selector, isFirst).buffer;
  }

  /** Returns the HTML of a node's children. */
  html(at: number): string {
    return fitting(this.#pages.html(at), 'innerHtml');
  }

  #bytes(name: string, part: string): ArrayBuffer {
    const value = this.#value(name);
    if (value?.kind === 'page' || value?.kind === 'bytes') return new Uint8Array(value.body).buffer;
    const isPart = part === 'nodes' || part === 'attributes' || part === 'ends';
    return value?.kind === 'dom' && isPart ? this.#open(name, value.dom)[part].buffer : new ArrayBuffer(0);
  }

  #open(name: string, dom: FlatDom): FlatDom {
    const known = this.#opened.get(name);
    if (known) return known;
    const opened = this.#pages.open(dom);
    this.#opened.set(name, opened);
    return opened;
  }

  #value(name: string): SandboxValue | undefined {
    return Object.hasOwn(this.values, name) ? this.values[name] : undefined;
  }
}

/** Returns the given string. Throws if it is too long for the guest. */
function fitting(text: string, name: string): string {
  if (text.length > maxChars) throw new Error(`"${name}" is too large for the sandbox.`);
  return text;
}

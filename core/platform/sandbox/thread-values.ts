import type { AnyNode } from 'domhandler';
import { rebuildDom } from './flat-dom';
import type { SandboxValue } from './messages';

/** Maximum length of a value in the guest, in characters or bytes. */
const maxChars = 8 * 1024 * 1024;

/** Values of one call, outside the memory of the guest. */
export class ThreadValues {
  readonly #rebuilt = new Map<string, readonly AnyNode[]>();

  constructor(private readonly values: Readonly<Record<string, SandboxValue>>) {}

  /** Returns a value as a string. For a page, joins all of its strings. */
  text(name: string): string {
    const value = this.#value(name);
    const text = value?.kind === 'dom' ? value.dom.text : value && 'text' in value ? value.text : 'null';
    if (text.length > maxChars) throw new Error(`"${name}" is too large for the sandbox.`);
    return text;
  }

  /** Returns the bytes of a part of a value. Empty if the value has no such part. */
  bytes(name: string, part: string): ArrayBuffer {
    const bytes = this.#bytes(name, part);
    if (bytes.byteLength > maxChars) throw new Error(`"${name}" is too large for the sandbox.`);
    return bytes;
  }

  #bytes(name: string, part: string): ArrayBuffer {
    const value = this.#value(name);
    if (value?.kind === 'page' || value?.kind === 'bytes') return new Uint8Array(value.body).buffer;
    const isPart = part === 'nodes' || part === 'attributes' || part === 'ends';
    return value?.kind === 'dom' && isPart ? value.dom[part].buffer : new ArrayBuffer(0);
  }

  /** Returns a node of a page by its number. Throws if there is no such node. */
  node(name: string, at: number): AnyNode {
    const node = this.#dom(name)[at];
    if (!node) throw new Error('There is no such node.');
    return node;
  }

  #dom(name: string): readonly AnyNode[] {
    const known = this.#rebuilt.get(name);
    if (known) return known;
    const value = this.#value(name);
    if (value?.kind !== 'dom') throw new Error(`"${name}" is not a page.`);
    const rebuilt = rebuildDom(value.dom);
    this.#rebuilt.set(name, rebuilt);
    return rebuilt;
  }

  #value(name: string): SandboxValue | undefined {
    return Object.hasOwn(this.values, name) ? this.values[name] : undefined;
  }
}

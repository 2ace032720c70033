import type { Field } from '../../extraction/rules/schema/field';

/** A link target or image source in Markdown, with its title, if any. */
const target = /\]\(((?:https?:)?\/\/(?:\\[()&]|[^\s()\\]|\((?:\\[()&]|[^\s()\\])*\))+)( "(?:\\.|[^"\\])*")?\)/gi;
const fence = /^\s*(?:```|~~~)/;
/** A value that consists of a single reference, with or without link text. */
const soleReference = /^\s*!?(?:\[[^[\]]*\])?\[(\d{1,5})\](?: \("[^"]*"\))?\s*$/;
const inText = /(?<=\])\[(\d{1,5})\]/g;
const urlFormats = new Set(['uri', 'url', 'uri-reference', 'iri', 'iri-reference']);

/**
 * Replaces the URLs of links and images in a page with numbered references (`[label][1]`), and resolves the references
 * in the answer. URLs take up much of a small model's context, and small models often copy them incorrectly.
 */
export class PageReferences {
  /** The page with references in place of URLs. */
  readonly text: string;
  readonly #urls: string[] = [];
  readonly #numbers = new Map<string, number>();

  constructor(markdown: string) {
    let isCode = false;
    const lines = markdown.split('\n').map((line) => {
      if (fence.test(line)) isCode = !isCode;
      return isCode ? line : this.#shorten(line);
    });
    this.text = lines.join('\n');
  }

  /** True if the page contains no links or images. */
  get isEmpty(): boolean {
    return this.#urls.length === 0;
  }

  /** Replaces URLs in a value with references. */
  shortened(value: unknown): unknown {
    if (typeof value === 'string') return /^https?:\/\/\S+$/i.test(value) ? this.#reference(value) : value;
    if (Array.isArray(value)) return value.map((one) => this.shortened(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.shortened(one)]));
  }

  /** Replaces references in an answer with URLs. In a URL field, an unknown reference becomes null. */
  resolved(field: Field | undefined, value: unknown): unknown {
    if (Array.isArray(value)) {
      const items = field?.kind === 'array' ? field.items : field;
      return value.map((one) => this.resolved(items, one));
    }
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).map(([name, one]) => {
        const inner = field?.fields.find((known) => known.name === name) ?? field?.open;
        return [name, this.resolved(inner, one)] as const;
      });
      return Object.fromEntries(entries);
    }
    return this.#leaf(field, value);
  }

  /** Replaces the references in links with URLs. */
  restored(text: string): string {
    return text.replace(inText, (written, number: string) => {
      const url = this.#urlAt(number);
      return url === undefined ? written : `(${url})`;
    });
  }

  #leaf(field: Field | undefined, value: unknown): unknown {
    const isUrl = field !== undefined && isForUrls(field);
    if (typeof value === 'number') return isUrl ? (this.#urlAt(String(value)) ?? null) : value;
    if (typeof value !== 'string') return value;
    const number = soleReference.exec(value)?.[1] ?? (isUrl ? /^\s*(\d{1,5})\s*$/.exec(value)?.[1] : undefined);
    if (number === undefined) return this.restored(value);
    const mayBeUrl = isUrl || field === undefined || field.kind === 'string' || field.kind === 'any';
    return mayBeUrl ? (this.#urlAt(number) ?? (isUrl ? null : value)) : value;
  }

  #shorten(line: string): string {
    return line.replace(target, (_, destination: string, title: string | undefined, at: number) => {
      const reference = this.#reference(destination.replace(/\\([()&])/g, '$1'));
      // Omits a title that only repeats the label.
      const isRepeated = title !== undefined && line.slice(0, at).endsWith(title.slice(2, -1));
      return `]${reference}${title === undefined || isRepeated ? '' : ` (${title.trim()})`}`;
    });
  }

  #reference(url: string): string {
    const number = this.#numbers.get(url) ?? this.#urls.push(url);
    this.#numbers.set(url, number);
    return `[${number}]`;
  }

  #urlAt(number: string): string | undefined {
    return this.#urls[Number(number) - 1];
  }
}

const isForUrls = ({ format, concept }: Field): boolean =>
  urlFormats.has(format ?? '') || concept?.kind === 'url' || concept?.kind === 'image';

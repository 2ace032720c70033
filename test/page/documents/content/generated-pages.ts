import { seeded } from '../../../support/fuzz';

/** A part of a generated page that must be extracted completely. It contains unique marker words. */
export interface Container {
  readonly kind: string;
  readonly html: string;
  readonly marks: readonly string[];
}

/** A page with a headline and several containers. */
export interface GeneratedPage {
  readonly html: string;
  readonly headline: string;
  readonly containers: readonly Container[];
}

const WORDS =
  'harbour station orchard library workshop roof window wall engine river bridge garden market tower valley signal paper copper winter summer'.split(
    ' ',
  );
const KINDS = ['links', 'items', 'steps', 'table', 'sideways', 'dl', 'details', 'cards', 'thread', 'code'] as const;
const CODE_LINES = ['if (ready) {', '  run(MARK);', '}', '', '// MARK', 'const a = "MARK";'];

/** Generates common kinds of pages. The same seed always yields the same page. */
class PageMaker {
  readonly #next: () => number;
  #marks = 0;
  #taken: string[] = [];

  constructor(private readonly seed: number) {
    this.#next = seeded(seed);
  }

  make(): GeneratedPage {
    const title = `Guide ${this.#mark()} to ${this.#words(2)}`;
    this.#taken = [];
    const containers = Array.from({ length: this.#below(4) + 1 }, (_, i) =>
      this.#container(this.#below(KINDS.length), i),
    );
    const body = containers.map(({ html }) => html).join('\n');
    const inner = this.#inWrap(title, body);
    const framed = this.#below(2) === 0 ? inner : this.#inFrame(inner);
    const name = this.#below(2) === 0 ? title : `${title} | Example Works`;
    const html = `<!doctype html><html><head><title>${name}</title></head><body>${framed}</body></html>`;
    return { html, headline: title, containers };
  }

  #inWrap(title: string, body: string): string {
    const h1 = `<h1>${title}</h1>`;
    const wraps = [
      () => `<main>${h1}${body}</main>`,
      () => `<main><article><header>${h1}</header>${body}</article></main>`,
      () => `<article>${h1}${body}</article>`,
      () => `<div class="content">${h1}<div>${body}</div></div>`,
      () => `<div>${h1}${body}</div>`,
      () => `<div role="main"><div>${h1}</div><div>${body}</div></div>`,
    ];
    return (wraps[this.#below(wraps.length)] ?? (() => body))();
  }

  #inFrame(inner: string): string {
    const links = ['Home', 'Products', 'News', 'About us', 'Contact'].map(
      (name) => `<li><a href="/${name}">${name}</a></li>`,
    );
    return (
      `<header class="site-header"><a class="logo" href="/">Example Works</a><nav><ul>${links.join('')}</ul></nav></header>${inner}` +
      '<footer class="site-footer"><ul><li><a href="/privacy">Privacy policy</a></li><li><a href="/terms">Terms of use</a></li></ul>' +
      '<p>© 2026 Example Works. All rights reserved.</p></footer>'
    );
  }

  #container(kind: number, index: number): Container {
    const name = KINDS[kind] ?? 'code';
    this.#taken = [];
    const html = this.#make(name);
    const heading = this.#below(2) === 0 ? '' : `<h2>Part ${index + 1}: ${this.#words(2)}</h2>`;
    return { kind: name, html: heading + html, marks: this.#taken };
  }

  #make(kind: (typeof KINDS)[number]): string {
    const count = this.#below(4) === 0 ? 1 + this.#below(300) : 1 + this.#below(12);
    const many = (make: (i: number) => string, most = 300): string =>
      Array.from({ length: Math.min(count, most) }, (_, i) => make(i)).join('');
    const line = (words = 3): string => `${this.#words(words)} ${this.#mark()}`;
    const makers: Record<(typeof KINDS)[number], () => string> = {
      links: () => `<ul>${many((i) => `<li><a href="/${this.seed}/${i}">${line()}</a></li>`)}</ul>`,
      items: () => `<ul>${many(() => `<li>${line(1 + this.#below(12))}</li>`)}</ul>`,
      steps: () => `<ol>${many(() => `<li>${line(6)}.</li>`)}</ol>`,
      table: () =>
        `<table><thead><tr><th>${line(1)}</th><th>${line(1)}</th></tr></thead><tbody>${many(() => `<tr><td>${line(1)}</td><td>${line(2)}</td></tr>`, 60)}</tbody></table>`,
      sideways: () => `<table>${many(() => `<tr><th>${line(1)}</th><td>${line(2)}</td><td>✓</td></tr>`, 60)}</table>`,
      dl: () => `<dl>${many(() => `<dt>${line(1)}</dt><dd>${line(5)}</dd>`, 60)}</dl>`,
      details: () => `<details><summary>${line(4)}?</summary><p>${line(12)}.</p></details>`,
      cards: () =>
        `<div class="grid">${many((i) => `<div class="card"><h3><a href="/c/${i}">${line(2)}</a></h3><p>${line(8)}.</p><span class="price">€${i + 5}.90</span></div>`, 60)}</div>`,
      thread: () =>
        `<div class="thread">${many((i) => `<div class="post"><div class="author">user${i}</div><div class="body"><p>${line(10)}.</p></div></div>`, 40)}</div>`,
      code: () =>
        `<pre><code>${CODE_LINES.map((code) => code.replace('MARK', () => this.#mark())).join('\n')}</code></pre>`,
    };
    return makers[kind]();
  }

  #words(count: number): string {
    return Array.from({ length: count }, () => WORDS[this.#below(WORDS.length)]).join(' ');
  }

  /** Returns a word that occurs only once. */
  #mark(): string {
    const mark = `m${this.seed}x${this.#marks++}`;
    this.#taken.push(mark);
    return mark;
  }

  #below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }
}

/** Returns the generated page for a seed. */
export const generatedPage = (seed: number): GeneratedPage => new PageMaker(seed).make();

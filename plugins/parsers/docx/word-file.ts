import { render } from 'dom-serializer';
import { type ChildNode, Element, isTag, Text } from 'domhandler';
import { appendChild, prepend, removeElement, replaceElement } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { isTooDeep, type ZipArchive } from '../../../core/contract/plugin';
import { mathmlOf } from './formulas';
import { HiddenText } from './hidden-text';

const MAX_PART_BYTES = 200_000_000;
const STYLE = 'gleaner-formula';
/** Matches a document part with elements that must be rewritten. */
const NEEDS_REWRITING = /<(?:m:oMath|w:vanish|w:softHyphen|w:ddList)\b/;
/** Elements of a hidden run that are preserved: its properties, and the parts of fields, which have no text. */
const KEPT = new Set(['w:rPr', 'w:fldChar', 'w:instrText']);

/**
 * A Word file prepared for Mammoth. Formulas become runs with a special style. Hidden text and soft hyphens are
 * removed.
 */
export class WordFile {
  /** Mammoth style rule that converts formula runs to elements. */
  static readonly formulaStyle = `r.${STYLE} => math:fresh`;
  readonly #formulas: string[] = [];
  readonly #names: ReadonlySet<string>;
  #hidden: Promise<HiddenText> | undefined;

  constructor(private readonly archive: ZipArchive) {
    this.#names = new Set(archive.names);
  }

  readonly exists = (name: string): boolean => this.#names.has(name);

  readonly read = async (name: string, encoding?: string): Promise<Uint8Array | string> => {
    const bytes = (await this.archive.bytes(name, MAX_PART_BYTES)) ?? new Uint8Array();
    if (encoding === undefined) return bytes;
    if (encoding === 'base64') return Buffer.from(bytes).toString('base64');
    this.#hidden ??= this.#readStyles();
    return this.#rewritten(new TextDecoder(encoding).decode(bytes), await this.#hidden);
  };

  async #readStyles(): Promise<HiddenText> {
    const name = this.archive.names.find((one) => /(?:^|\/)styles\d*\.xml$/i.test(one)) ?? '';
    return new HiddenText((await this.archive.text(name, MAX_PART_BYTES)) ?? '');
  }

  /** Inserts the formulas as MathML into Mammoth's HTML. */
  withFormulas(html: string): string {
    return html.replace(/<math>(\d+)<\/math>/g, (_, at: string) => this.#formulas[Number(at)] ?? '');
  }

  #rewritten(xml: string, hidden: HiddenText): string {
    if (!(NEEDS_REWRITING.test(xml) || (hidden.isInStyles && xml.includes('<w:r'))) || isTooDeep(xml)) return xml;
    const root = parseDocument(xml, { xmlMode: true });
    const stack: ChildNode[] = [...root.children];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (!isTag(node)) continue;
      if (node.name === 'm:oMath' || node.name === 'm:oMathPara') replaceElement(node, this.#formulaRun(node));
      else if (node.name === 'w:softHyphen') removeElement(node);
      else if (node.name === 'w:ddList') insertChoice(node);
      else if (node.name === 'w:r' && hidden.isHidden(node))
        for (const part of node.children.filter((one) => isTag(one) && !KEPT.has(one.name))) removeElement(part);
      else stack.push(...node.children);
    }
    return render(root, { xmlMode: true });
  }

  /** Returns a placeholder run whose text is the formula's index. */
  #formulaRun(formula: Element): Element {
    this.#formulas.push(mathmlOf(formula));
    const properties = new Element('w:rPr', {}, []);
    appendChild(properties, new Element('w:rStyle', { 'w:val': STYLE }, []));
    return textRun(String(this.#formulas.length - 1), [properties]);
  }
}

/**
 * Inserts the selected entry of a drop-down form field as a run before the field, because the field itself
 * has no text (ECMA-376, part 1, 17.16.9). The entry is the one at the index in `w:result`, or else in `w:default`.
 */
function insertChoice(list: Element): void {
  const valuesOf = (name: string) =>
    list.children.flatMap((node) => (isTag(node) && node.name === name ? (node.attribs['w:val'] ?? '') : []));
  const [index = '0'] = [...valuesOf('w:result'), ...valuesOf('w:default')];
  const entry = valuesOf('w:listEntry')[Number(index)];
  let start: Element | null = list;
  while (start && start.name !== 'w:r') start = start.parent && isTag(start.parent) ? start.parent : null;
  if (entry && start) prepend(start, textRun(entry));
}

/** Returns a run with the given properties and text. */
function textRun(content: string, properties: readonly Element[] = []): Element {
  const run = new Element('w:r', {}, []);
  const text = new Element('w:t', { 'xml:space': 'preserve' }, []);
  appendChild(text, new Text(content));
  for (const part of [...properties, text]) appendChild(run, part);
  return run;
}

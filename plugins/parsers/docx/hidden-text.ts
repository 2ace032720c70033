import { type Element, isTag } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { isTooDeep } from '../../../core/contract/plugin';

interface Style {
  readonly basedOn: string | undefined;
  readonly hides: boolean | undefined;
}

const OFF = /^(?:0|false|off)$/;

/**
 * Decides which runs of a Word document are hidden, directly or by their styles (ECMA-376 part 1, 17.7.2 and 17.7.3).
 */
export class HiddenText {
  readonly #styles = new Map<string, Style>();
  /** IDs of the default styles, by type. */
  readonly #defaults = new Map<string, string>();
  readonly #byDefault: boolean;

  /** Reads the styles from `styles.xml`. */
  constructor(xml: string) {
    const root = xml.includes('<w:vanish') && !isTooDeep(xml) ? parseDocument(xml, { xmlMode: true }) : undefined;
    for (const style of root === undefined ? [] : getElementsByTagName('w:style', root)) {
      const { 'w:type': type = '', 'w:styleId': id = '', 'w:default': standard } = style.attribs;
      if (standard !== undefined && !OFF.test(standard)) this.#defaults.set(type, id);
      const key = `${type} ${id}`;
      if (!this.#styles.has(key))
        this.#styles.set(key, { basedOn: setting(style, 'w:basedOn'), hides: vanishOf(child(style, 'w:rPr')) });
    }
    const [defaults] = root === undefined ? [] : getElementsByTagName('w:rPrDefault', root);
    this.#byDefault = vanishOf(child(defaults, 'w:rPr')) === true;
  }

  /** True if the document defaults or any style hides text. */
  get isInStyles(): boolean {
    return this.#byDefault || [...this.#styles.values()].some(({ hides }) => hides === true);
  }

  /** True for a run that is hidden. Formatting of the run itself overrides its styles. */
  isHidden(run: Element): boolean {
    const properties = child(run, 'w:rPr');
    const direct = vanishOf(properties);
    if (direct !== undefined) return direct;
    const byCharacter = this.#hides('character', setting(properties, 'w:rStyle'));
    const byParagraph = this.#hides('paragraph', setting(child(paragraphOf(run), 'w:pPr'), 'w:pStyle'));
    if (byCharacter === undefined && byParagraph === undefined) return this.#byDefault;
    // If both the character style and the paragraph style hide text, the text is visible, because each style toggles
    // the property.
    return (byCharacter === true) !== (byParagraph === true);
  }

  /**
   * Returns true if a style hides text. If the style does not set the property, the nearest base style that sets it
   * applies. Undefined if no style sets it.
   */
  #hides(type: string, id = this.#defaults.get(type)): boolean | undefined {
    const seen = new Set<string>();
    for (let at = id; at !== undefined && !seen.has(at); ) {
      seen.add(at);
      const style = this.#styles.get(`${type} ${at}`);
      if (style?.hides !== undefined) return style.hides;
      at = style?.basedOn;
    }
    return undefined;
  }
}

const child = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.filter(isTag).find((node) => node.name === name);

const setting = (element: Element | undefined, name: string): string | undefined =>
  child(element, name)?.attribs['w:val'];

function vanishOf(properties: Element | undefined): boolean | undefined {
  const vanish = child(properties, 'w:vanish');
  return vanish && !OFF.test(vanish.attribs['w:val'] ?? '');
}

function paragraphOf(run: Element): Element | undefined {
  let up = run.parent;
  while (up !== null && !(isTag(up) && up.name === 'w:p')) up = up.parent;
  return up ?? undefined;
}

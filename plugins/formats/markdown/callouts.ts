import { type Element, isTag } from 'domhandler';
import type { Alert } from './model';
import type { Visit } from './tree';
import { classFits, textOf } from './tree';
import type { Scene } from './visitor';

/** A note, tip or warning that is set apart from the text. */
interface Callout {
  readonly alert: Alert;
  /** Title from an attribute, for a callout without a visible title. */
  readonly label?: string;
}

const KINDS: Readonly<Record<Alert, string>> = {
  NOTE: 'note info information abstract summary tldr seealso question help faq todo example quote cite secondary neutral',
  TIP: 'tip hint success check done',
  IMPORTANT: 'important',
  WARNING: 'warning warn attention',
  CAUTION: 'caution danger error failure fail missing bug critical',
};
const ALERTS = new Map(
  Object.entries(KINDS).flatMap(([alert, words]) => words.split(' ').map((word) => [word, alert as Alert] as const)),
);

const ELEMENTS = new Set(['div', 'aside', 'section', 'details', 'figure', 'blockquote', 'p']);

/** Classes that always mark a callout. Another class of the same element specifies the kind. */
const CALLOUT =
  /(?:^|\s)(?:markdown-alert|theme-admonition|admonition|admonitionblock|custom-block|starlight-aside|notecard|hint|confluence-information-macro|ak-editor-panel|notion-callout(?:-block)?)(?=\s|$)/;
/** Classes that mark a callout only in combination with a kind, a role or a title. */
const BOX = /(?:^|\s)(?:callout|alert)(?=\s|$)/;
const TITLE =
  /(?:^|\s)(?:(?:markdown-alert|admonition|callout|custom-block|alert)-(?:title|heading)|admonitionHeading\S*|starlight-aside__title)(?=\s|$)/;
const ICON = /(?:^|\s)(?:icon|callout-icon)(?=\s|$)/;

/** Returns the kind of alert for a class name such as `note`, `is-info`, `alert--danger` or `callout-tip`. */
function alertOf(word: string): Alert | undefined {
  const last = word.toLowerCase().split(/[-_]/).findLast(Boolean);
  return last === undefined ? undefined : ALERTS.get(last);
}

const alertIn = (words: string): Alert | undefined => {
  for (const word of words.split(/\s+/)) {
    const alert = alertOf(word);
    if (alert !== undefined) return alert;
  }
  return undefined;
};

/**
 * Returns the callout represented by an element of a common documentation system. Undefined if the element is not a
 * callout.
 */
export function calloutOf(element: Element): Callout | undefined {
  if (!ELEMENTS.has(element.name)) return undefined;
  const {
    class: names = '',
    role,
    'data-callout': obsidian,
    'data-panel-type': panel,
    'aria-label': label,
  } = element.attribs;
  if (obsidian !== undefined) return { alert: ALERTS.get(obsidian.toLowerCase()) ?? 'NOTE' };
  if (panel !== undefined) return { alert: ALERTS.get(panel) ?? 'NOTE' };
  if (CALLOUT.test(names)) return withoutName(names) ?? { alert: 'NOTE' };
  if (BOX.test(names)) {
    const alert = alertIn(names);
    const isBox = element.name === 'figure' || role === 'note' || hasTitle(element) || /(?:^|\s)callout-\w/.test(names);
    return isBox && (alert !== undefined || element.name === 'figure' || role === 'note')
      ? { alert: alert ?? 'NOTE' }
      : undefined;
  }
  // Handles `<details class="tip">` from MkDocs and `<div class="NOTE"><h5>Note</h5>` from DocFX.
  const alert = element.name === 'details' ? alertIn(names) : undefined;
  if (alert !== undefined && ALERTS.has(names.split(/\s+/)[0] ?? '')) return { alert };
  if (/^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)$/.test(names)) return { alert: names as Alert };
  if (role === 'note' && label) return { alert: alertIn(label) ?? 'NOTE', label };
  return undefined;
}

/**
 * Determines the kind of a callout from its class names. Ignores component names, because some of them, such as `hint`,
 * are also kinds.
 */
function withoutName(names: string): Callout | undefined {
  const alert = alertIn(names.replace(/(?:^|\s)(?:hint|starlight-aside|custom-block|notecard)(?=\s|$)/g, ' '));
  return alert && { alert };
}

const hasTitle = (element: Element): boolean =>
  element.children.some((child) => isTag(child) && classFits(child, TITLE));

/** Converts a callout to a quote that begins with the kind of callout. */
export function visitCallout(element: Element, { alert, label }: Callout, { builder, callouts }: Scene): Visit {
  const close = builder.open('quote');
  if (close === undefined) return undefined;
  callouts.push(new Set(layoutOf(element)));
  if (label !== undefined) title(label, builder);
  return () => {
    callouts.pop();
    const { blocks } = close();
    if (blocks.length > 0) builder.block({ type: 'quote', alert, blocks });
  };
}

/** Handles the parts of a callout that need special treatment: its title, its icon and its layout table. */
export function visitCalloutPart(element: Element, { builder, callouts }: Scene): Visit | 'other' {
  const layout = callouts[callouts.length - 1];
  if (layout === undefined) return 'other';
  if (layout.has(element)) {
    builder.flush();
    if (!classFits(element, ICON)) return () => builder.flush();
    title(iconLabel(element), builder);
    return 'skip';
  }
  if (classFits(element, ICON)) return 'skip';
  if (!isTitle(element)) return 'other';
  builder.flush();
  const unmark = builder.mark('strong', 'strong');
  return () => {
    unmark();
    builder.flush();
  };
}

function isTitle(element: Element): boolean {
  const { parent } = element;
  if (classFits(element, TITLE)) return true;
  if (parent === null || !isTag(parent)) return false;
  if (element.name === 'summary') return calloutOf(parent) !== undefined;
  return classFits(element, /^title$/) && classFits(parent, /(?:^|\s)confluence-information-macro(?=\s|$)/);
}

/** Returns the table, rows and cells that Asciidoctor uses to place an icon beside the content of a callout. */
function layoutOf(element: Element): readonly Element[] {
  if (!classFits(element, /(?:^|\s)admonitionblock(?=\s|$)/)) return [];
  const layout: Element[] = [];
  let level = [element];
  for (const names of ['table', 'tbody', 'tr', 'td']) {
    const found = level.flatMap(({ children }) => children.filter(isTag).filter(({ name }) => name === names));
    layout.push(...found);
    if (found.length > 0 || names !== 'tbody') level = found;
  }
  return layout;
}

function iconLabel(cell: Element): string {
  const text = textOf(cell, 100).trim();
  const [icon] = cell.children.filter(isTag);
  return text || (icon?.attribs.title ?? icon?.attribs.alt ?? '');
}

function title(text: string, builder: Scene['builder']): void {
  const unmark = builder.mark('strong', 'strong');
  builder.text(text);
  unmark();
  builder.flush();
}

import { type Document, type Element, isTag, isText } from 'domhandler';
import { labelFit } from '../find/from-text';
import { excerptOf, type ListSighting } from '../find/sighting';
import { labelKey } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { findElement, findElements, isWithin, parentOf, textOf } from '../page/text-of';
import type { Field } from '../schema/field';

const maxSelects = 40;
const maxOptions = 200;
const weight = 0.55;
/** Texts that only prompt for a choice, e.g. `Choose an option`, `None selected` or `--`. */
export const PROMPT =
  /^(?:[-–—\s]*$|[-–—\s]*(?:please\s)?(?:choose|select|pick|none selected|not selected|bitte|wähle|auswählen|choisi|sélectionne|elige|elegir|selecciona|scegli|seleziona|escolh|kies|wybierz|välj|vælg|velg|выберите|選択|请选择|선택))/iu;

/** Returns the options of each select box whose label matches a field. */
export function optionLists(field: Field, evidence: Evidence): readonly ListSighting[] {
  const selects = findElements(evidence.document, ({ name }) => name === 'select', maxSelects);
  if (selects.length === 0) return [];
  const labels = findElements(evidence.document, ({ name }) => name === 'label');
  return selects.flatMap((select): readonly ListSighting[] => {
    const fit = Math.max(0, ...namesOf(select, labels).map((label) => labelFit(field, labelKey(label))));
    const options = findElements(select, ({ name }) => name === 'option', maxOptions).filter(isChoice);
    if (fit < 0.9 || options.length === 0) return [];
    const entries = options.map((node) => {
      const text = textOf(node);
      return { raw: text, weight, kind: 'label' as const, node, excerpt: excerptOf(text) };
    });
    return [{ weight: weight * fit, entries }];
  });
}

/** Returns the labels of a select box: its `label` elements, its `aria-label` and its name. */
function namesOf(select: Element, labels: readonly Element[]): readonly string[] {
  const { id, name = '', 'aria-label': spoken = '' } = select.attribs;
  const linked = labels.filter(({ attribs }) => id !== undefined && attribs.for === id).map(textOf);
  const around = parentOf(select);
  const own = around?.name === 'label' ? [textOf(around).replace(textOf(select), '')] : [];
  return [...linked, ...own, spoken, name.replace(/^attribute[_-](?:pa[_-])?/, '')].filter((text) => text !== '');
}

const isChoice = (option: Element): boolean => {
  const text = textOf(option);
  return text !== '' && !PROMPT.test(text) && option.attribs.value !== '';
};

/** For each group of radio buttons whose title matches a field, returns the labels of the buttons. */
export function radioLists(field: Field, { document }: Evidence): readonly ListSighting[] {
  const radios = findElements(
    document,
    ({ name, attribs }) => name === 'input' && attribs.type === 'radio' && (attribs.name ?? '') !== '',
    maxOptions,
  );
  const groups = Map.groupBy(radios, ({ attribs }) => attribs.name ?? '');
  return [...groups.values()].flatMap((group): readonly ListSighting[] => {
    const labels = group.map((radio) => labelAround(radio) ?? (radio.attribs['aria-label'] ? radio : undefined));
    if (group.length < 2 || labels.includes(undefined)) return [];
    const nodes = labels.filter((label) => label !== undefined);
    const fit = labelFit(field, labelKey(titleOfGroup(group, document) ?? titleAbove(nodes)));
    const entries = nodes.map((node) => {
      const text = node.name === 'input' ? (node.attribs['aria-label'] ?? '').trim() : textOf(node);
      return { raw: text, weight, kind: 'label' as const, node, excerpt: excerptOf(text) };
    });
    return fit < 0.9 || entries.some(({ raw }) => raw === '') ? [] : [{ weight: weight * fit, entries }];
  });
}

/**
 * Returns the accessible name of the group that contains radio buttons, without the selected value that the label may
 * also contain.
 */
function titleOfGroup([radio]: readonly Element[], document: Document): string | undefined {
  let box: Element | undefined = radio;
  while (box && box.attribs.role !== 'radiogroup') box = parentOf(box);
  const { 'aria-labelledby': id, 'aria-label': spoken } = box?.attribs ?? {};
  const label = id === undefined ? undefined : findElement(document, ({ attribs }) => attribs.id === id);
  const own = label?.children.find((one) => isText(one) && one.data.trim() !== '');
  return own && isText(own) ? own.data.trim() : label ? textOf(label) : spoken;
}

function labelAround(radio: Element): Element | undefined {
  const up = parentOf(radio);
  return up?.name === 'label' ? up : undefined;
}

/**
 * Returns the first text before radio buttons in their container, without the selected value that may follow the title.
 */
function titleAbove([first, second]: readonly Element[]): string {
  let box: Element | undefined = first;
  while (box && second && !isWithin(second, box)) box = parentOf(box);
  for (let steps = 0; box && steps < 2; steps++, box = parentOf(box)) {
    const siblings = parentOf(box)?.children ?? [];
    const above = siblings.slice(0, siblings.indexOf(box)).find((one) => isTag(one) && textOf(one) !== '');
    const own = above && isTag(above) ? above.children.find((one) => isText(one) && one.data.trim() !== '') : undefined;
    if (above && isTag(above)) return own && isText(own) ? own.data.trim() : textOf(above);
  }
  return '';
}

/** Removes lists that contain only some of the options of a select box. */
export function withoutParts(lists: readonly ListSighting[]): readonly ListSighting[] {
  const boxes = lists
    .filter(({ entries }) => entries[0]?.node?.name === 'option')
    .map(({ entries }) => new Set(entries.map(({ raw }) => String(raw))));
  return lists.filter(
    ({ entries }) =>
      !boxes.some((box) => entries.length < box.size && entries.every(({ raw }) => box.has(String(raw)))),
  );
}

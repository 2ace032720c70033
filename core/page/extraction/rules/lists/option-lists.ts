import type { Element } from 'domhandler';
import { labelFit } from '../find/from-text';
import { excerptOf, type ListSighting } from '../find/sighting';
import { labelKey } from '../lexicon/words';
import type { Evidence } from '../page/evidence';
import { findElements, parentOf, textOf } from '../page/text-of';
import type { Field } from '../schema/field';

const maxSelects = 40;
const maxOptions = 200;
const weight = 0.55;
/** Options that only prompt for a choice, e.g. `Choose an option` or `--`. */
const PROMPT =
  /^(?:[-–—\s]*$|[-–—\s]*(?:please\s)?(?:choose|select|pick|bitte|wähle|auswählen|choisi|sélectionne|elige|elegir|selecciona|scegli|seleziona|escolh|kies|wybierz|välj|vælg|velg|выберите|選択|请选择|선택))/iu;

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

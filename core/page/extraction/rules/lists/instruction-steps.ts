import type { Element } from 'domhandler';
import { isItem, type MarkupItem, valuesAt } from '../../../../contract/markup-item';
import { unescapeText } from '../find/from-markup';
import { findElements, textOf } from '../page/text-of';

/**
 * Returns the steps of instructions. The instructions may consist of strings, of steps, or of lists or sections that
 * contain steps.
 */
export function instructionSteps(item: MarkupItem): readonly string[] {
  const steps = (values: ReturnType<typeof valuesAt>, depth: number): readonly string[] =>
    values.flatMap(({ value, node }) => {
      if (!isItem(value)) return typeof value === 'string' ? (paragraphsIn(node) ?? [value]) : [];
      const inner = [
        ...valuesAt(value, 'itemListElement'),
        ...valuesAt(value, 'steps'),
        ...valuesAt(value, 'step'),
        ...valuesAt(value, 'item'),
      ];
      if (inner.length > 0 && depth < 4) {
        const nested = steps(inner, depth + 1);
        if (nested.length > 0) return nested;
      }
      const text = (valuesAt(value, 'text')[0] ?? valuesAt(value, 'description')[0] ?? valuesAt(value, 'name')[0])
        ?.value;
      return typeof text === 'string' ? [text] : [];
    });
  const found = steps(
    valuesAt(item, 'recipeInstructions').length > 0 ? valuesAt(item, 'recipeInstructions') : valuesAt(item, 'step'),
    0,
  );
  const texts = found.map((text) => unescapeText(text).trim()).filter((text) => text !== '');
  return texts.length === 1 ? splitSteps(texts[0] ?? '') : texts;
}

/** If an element consists only of paragraphs or list items, returns the text of each one. Undefined otherwise. */
function paragraphsIn(node: Element | undefined): readonly string[] | undefined {
  const parts = node ? findElements(node, ({ name }) => name === 'p' || name === 'li') : [];
  const texts = parts.map(textOf).filter((text) => text !== '');
  return node && texts.length > 1 && texts.join(' ') === textOf(node) ? texts : undefined;
}

const splitSteps = (text: string): readonly string[] => {
  const lines = text
    .split(/\n+|(?<=[.!?])\s+(?=\d{1,2}[.)]\s)/)
    .map((line) => line.replace(/^\s*(?:\d{1,2}[.)]|[-•*])\s*/, '').trim());
  return lines.filter((line) => line !== '');
};

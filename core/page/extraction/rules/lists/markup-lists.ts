import type { Element } from 'domhandler';
import { isItem, type MarkupItem, valuesAt } from '../../../../contract/markup-item';
import { unescapeText, valuesOfField } from '../find/from-markup';
import { excerptOf, type ListSighting } from '../find/sighting';
import { findElements, textOf } from '../page/text-of';
import type { Field } from '../schema/field';

const MAX_ENTRIES = 400;

/** Returns the lists in a page's markup items. */
export function listsOfItems(field: Field, items: readonly MarkupItem[]): readonly ListSighting[] {
  return items.flatMap((item, rank) => {
    const entries = field.concept?.id === 'instructions' ? instructionSteps(item) : flatValues(field, item);
    if (entries.length === 0) return [];
    const weight = (item.kind === 'json-ld' ? 0.85 : 0.8) - 0.05 * rank - (entries.length === 1 ? 0.1 : 0);
    return [
      {
        weight,
        entries: entries
          .slice(0, MAX_ENTRIES)
          .map((raw) => ({ raw, weight, kind: item.kind, node: item.node, excerpt: excerptOf(raw) })),
      },
    ];
  });
}

function flatValues(field: Field, item: MarkupItem): readonly string[] {
  const { values } = valuesOfField(field, item);
  const texts = values.flatMap(({ value }) => {
    const text = isItem(value)
      ? (valuesAt(value, 'name')[0] ?? valuesAt(value, 'text')[0] ?? valuesAt(value, 'url')[0])?.value
      : value;
    return text === undefined || isItem(text) ? [] : [unescapeText(String(text)).trim()];
  });
  if (texts.length !== 1) return texts.filter((text) => text !== '');
  return splitText(field, texts[0] ?? '');
}

/**
 * Returns the steps of instructions. The instructions may consist of strings, of steps, or of lists or sections that
 * contain steps.
 */
function instructionSteps(item: MarkupItem): readonly string[] {
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

/** Splits text into list entries at line breaks, or else at separators. */
export function splitText(field: Field, text: string): readonly string[] {
  const prose = field.concept?.id === 'ingredients' || field.concept?.id === 'instructions';
  const parts = text.includes('\n') ? text.split(/\n+/) : prose ? [text] : text.split(/(?:(?<!\s)\s+)?[,;|•·、，]\s*/);
  return parts.map((part) => part.replace(/^\s*[-•*]\s*/, '').trim()).filter((part) => part !== '');
}

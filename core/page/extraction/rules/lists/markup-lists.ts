import { isItem, type MarkupItem, valuesAt } from '../../../../contract/markup-item';
import { unescapeText, valuesOfField } from '../find/from-markup';
import { excerptOf, type ListSighting } from '../find/sighting';
import type { Field } from '../schema/field';
import { instructionSteps } from './instruction-steps';

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

/** Splits text into list entries at line breaks, or else at separators. */
export function splitText(field: Field, text: string): readonly string[] {
  const prose = field.concept?.id === 'ingredients' || field.concept?.id === 'instructions';
  const slashed = prose || /[,;|•·\n]/.test(text) ? [] : text.split(/\s?\/\s?/);
  const isSlashed = slashed.length > 2 && slashed.every((part) => /^\p{Lu}\p{Ll}/u.test(part));
  const parts = isSlashed
    ? slashed
    : text.includes('\n')
      ? text.split(/\n+/)
      : prose
        ? [text]
        : text.split(/(?:(?<!\s)\s+)?[,;|•·、，]\s*/);
  return parts.map((part) => part.replace(/^\s*[-•*]\s*/, '').trim()).filter((part) => part !== '');
}

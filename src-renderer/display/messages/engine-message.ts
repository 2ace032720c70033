import { watch } from 'vue';
import { fillSentence } from '../../../core/common/engine-sentences';
import { engineText, shownPack, t } from '../../texts/i18n';
import { shownName, withDecimal } from '../words';
import { stateWords } from './job-state';

/**
 * Returns a message in the display language. Undefined if the message is unknown. With `isPart`, also accepts parts of
 * messages.
 */
function sentenceIn(english: string, isPart: boolean): string | undefined {
  const parts = shownPack.value?.engine.partsOf(english, isPart);
  const own = parts && engineText(`sentence.${parts.key}`, '');
  if (!own) return undefined;
  const values = Object.entries(parts?.values ?? {}).map(([name, value]) => [
    name,
    spacedPercent(valueIn(name, value)),
  ]);
  return fillSentence(own, Object.fromEntries(values));
}

/** Names of message placeholders whose values are numbers, with or without decimal places. */
const amounts = new Set(['now', 'before', 'limit', 'share', 'seconds', 'minutes', 'size']);

/**
 * Translates a value in a message into the display language. The value can be a state, a row value, a message, or a
 * list of message parts.
 */
function valueIn(name: string, value: string): string {
  if (name === 'state') return stateWords(value).label;
  if (name === 'subject')
    return value.replace(/^(\S+) of (.+)$/, (_, column: string, row: string) => t('monitors.valueOf', { column, row }));
  if (amounts.has(name)) return withDecimal(value);
  const whole = sentenceIn(value, true);
  if (whole !== undefined) return whole;
  for (const separator of ['; ', ', and ', ', ']) {
    const parts = value.split(separator).map((part) => sentenceIn(part, true));
    if (parts.length > 1 && parts.every((part) => part !== undefined)) return parts.join(separator.replace('and ', ''));
  }
  return engineMessage(value);
}

/**
 * Inserts a no-break space before the percent sign of each number, e.g. `63 %`. Does not change percent signs in URLs.
 */
const spacedPercent = (text: string): string =>
  text.replace(/(?<![^\s(+−])(\d+(?:[.,]\d+)?)%(?![^\s).,;])/g, '$1\u00a0%');

/** Maximum number of periods in a translatable sentence. Values inserted into the sentence may also contain periods. */
const maxPeriods = 5;
/** Maximum number of translated messages that are cached. */
const maxCached = 1000;
const cached = new Map<string, string>();
watch(shownPack, () => cached.clear(), { flush: 'sync' });

/** Matches the name of an option in the API, e.g. `ignoreRobotsTxt`. */
const optionName = /^[a-z]+(?:[A-Z][A-Za-z]*)+$/;

/** Replaces option names in backticks with their labels, and removes all other backticks. */
const withLabels = (text: string): string =>
  text.replace(/`([^`]+)`/g, (_, code: string) => (optionName.test(code) ? `“${shownName(code)}”` : code));

/**
 * Returns an engine message in the display language. A message without a translation stays in English. Option names are
 * replaced with the labels of the options.
 */
export function engineMessage(english: string): string {
  if (!shownPack.value) return withLabels(english);
  const known = cached.get(english);
  if (known !== undefined) return known;
  const parts = english.split(/(?<=\.) /);
  const shown: string[] = [];
  for (let from = 0, to = 1; from < parts.length; to++) {
    const own = sentenceIn(parts.slice(from, to).join(' '), false);
    if (own === undefined && to < Math.min(parts.length, from + maxPeriods)) continue;
    shown.push(own ?? parts[from] ?? '');
    from = own === undefined ? from + 1 : to;
    to = from;
  }
  if (cached.size >= maxCached) cached.clear();
  const text = withLabels(shown.join(' '));
  cached.set(english, text);
  return text;
}

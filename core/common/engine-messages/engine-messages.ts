import { engineSentences } from '../engine-sentences';
import { crawlMessages } from './crawl-messages';
import { errorMessages } from './error-messages';
import { fetchMessages } from './fetch-messages';
import { jobMessages } from './job-messages';
import { pageMessages } from './page-messages';
import { pluginMessages } from './plugin-messages';
import { testMessages } from './test-messages';

/**
 * English messages that the app shows for jobs, pages, saved entries and tests, by key. Braces mark placeholders. A
 * test checks that this list and the messages in the source code match.
 */
export const engineMessages: Readonly<Record<string, string>> = {
  ...engineSentences,
  ...errorMessages,
  ...fetchMessages,
  ...pageMessages,
  ...jobMessages,
  ...crawlMessages,
  ...pluginMessages,
  ...testMessages,
};

/** Key of a message, and the values of its placeholders. */
export interface MessageParts {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly key: string;
  readonly names: readonly string[];
  readonly literal: readonly string[];
  readonly length: number;
  regex?: RegExp;
}

const patterns: readonly Pattern[] = Object.entries(engineMessages)
  .map(([key, message]) => {
    const literal = message.split(/\{\w+\}/);
    const names = [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return { key, names, literal, length: literal.join('').length };
  })
  // Sorts the most specific patterns first, because the first match is used.
  .toSorted((one, other) => other.length - one.length);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns the regex group for a placeholder. Counts consist of digits, and host names contain no spaces. */
function groupOf(name: string | undefined): string {
  if (name === undefined) return '';
  if (name.startsWith('count')) return '(\\d[\\d.,]*)';
  return name === 'host' ? '(\\S*?)' : '(.*?)';
}

function regexOf(pattern: Pattern): RegExp {
  const { literal, names } = pattern;
  pattern.regex ??= new RegExp(`^${literal.map((part, at) => escaped(part) + groupOf(names[at])).join('')}$`, 's');
  return pattern.regex;
}

/**
 * True for a complete message, and false for a message fragment. Fragments match only as placeholder values, because
 * their words may occur in unrelated text.
 */
const isWhole = ({ literal }: Pattern): boolean =>
  /^(?:["`\dA-Z]|robots\.txt|$)/.test(literal[0] ?? '') &&
  (/[.!?]$/.test(literal.at(-1) ?? '') || (literal.at(-1) === '' && (literal.at(-2) ?? '').endsWith(': ')));

/**
 * Returns the key and the placeholder values of an English message. Undefined if the message is unknown. With `isPart`,
 * message fragments also match.
 */
export function partsOfMessage(text: string, isPart = false): MessageParts | undefined {
  for (const pattern of patterns) {
    const { key, names, literal } = pattern;
    if (!text.startsWith(literal[0] ?? '') || !text.endsWith(literal.at(-1) ?? '')) continue;
    if (!isPart && !isWhole(pattern)) continue;
    const found = regexOf(pattern).exec(text);
    if (found) return { key, values: Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ''])) };
  }
  return undefined;
}

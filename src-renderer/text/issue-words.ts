import { humanName } from './words';

/** What the engine found wrong with one field. */
export interface EngineIssue {
  readonly path?: unknown;
  readonly message: string;
  readonly code?: string;
  readonly expected?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly origin?: string;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
}

const number = new Intl.NumberFormat();
const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'on or off',
  array: 'a list',
  object: 'a JSON object',
  record: 'names with values',
};

function sizeText({ code, origin, minimum, maximum }: EngineIssue): string {
  const least = code === 'too_small';
  const amount = number.format((least ? minimum : maximum) ?? 0);
  const limit = `${least ? 'at least' : 'at most'} ${amount}`;
  if (origin === 'string') return least && minimum === 1 ? 'Fill this in.' : `Write ${limit} characters.`;
  if (origin === 'array') return `Give ${limit} entries.`;
  return `Give a number of ${limit}.`;
}

/** A finding of the engine in words of the form; sentences of its own rules stay as they are. */
export function issueText(issue: EngineIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return 'Fill this in.';
      return `Give ${kinds[issue.expected ?? ''] ?? 'another value'}.`;
    case 'too_small':
    case 'too_big':
      return sizeText(issue);
    case 'invalid_value':
      return `Choose one of: ${(issue.values ?? []).map(String).join(', ')}.`;
    case 'unrecognized_keys':
      return `Not known here: ${(issue.keys ?? []).join(', ')}.`;
    case 'invalid_union':
      return issue.message.endsWith('received undefined') ? 'Fill this in.' : issue.message;
    default:
      return issue.message;
  }
}

/** A path as the form calls the field: `actions.0.selector` → `Actions 1 · Selector`. */
export function fieldName(path: string): string {
  if (path === '') return 'Request';
  const names: string[] = [];
  for (const part of path.split('.')) {
    const last = names.pop();
    if (/^\d+$/.test(part) && last !== undefined) names.push(`${last} ${Number(part) + 1}`);
    else names.push(...(last === undefined ? [] : [last]), humanName(part));
  }
  return names.join(' · ');
}

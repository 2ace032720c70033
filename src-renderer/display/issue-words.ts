import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';
import { engineMessage } from './messages/engine-message';
import { numberText, shownName } from './words';

/** An issue reported by the engine for one field. */
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
  /** Issues for each member of a union type. */
  readonly errors?: readonly (readonly EngineIssue[])[];
}

const kinds: Readonly<Record<string, TextKey>> = {
  string: 'errors.typeText',
  number: 'errors.typeNumber',
  int: 'errors.typeInteger',
  boolean: 'errors.typeBoolean',
  array: 'errors.typeList',
  object: 'errors.typeObject',
  record: 'errors.typeRecord',
};

function sizeText({ code, origin, minimum, maximum }: EngineIssue): string {
  const least = code === 'too_small';
  const amount = numberText((least ? minimum : maximum) ?? 0);
  const limit = least ? t('errors.atLeast', { amount }) : t('errors.atMost', { amount });
  if (origin === 'string')
    return least && minimum === 1 ? t('errors.required') : t('errors.enterCharacters', { limit });
  if (origin === 'array') return t('errors.enterEntries', { limit });
  return t('errors.enterNumber', { limit });
}

/** Returns the message for an issue reported by the engine. Messages for unknown rules stay unchanged. */
export function issueText(issue: EngineIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.message.endsWith('received undefined')) return t('errors.required');
      return t('errors.enterType', { kinds: t(kinds[issue.expected ?? ''] ?? 'errors.typeOther') });
    case 'too_small':
    case 'too_big':
      return sizeText(issue);
    case 'invalid_value':
      return t('errors.chooseOneOf', { join: (issue.values ?? []).map(String).join(', ') });
    case 'unrecognized_keys':
      return t('errors.unknownNames', { join: (issue.keys ?? []).join(', ') });
    case 'invalid_union':
      return unionText(issue);
    default:
      return /^Invalid URL\b/i.test(issue.message) ? t('form.notWebAddress') : engineMessage(issue.message);
  }
}

/**
 * Returns the message for an issue with a union type. If the message comes from one of the union's members, translates
 * that member's issue.
 */
function unionText(issue: EngineIssue): string {
  if (issue.message.endsWith('received undefined')) return t('errors.required');
  const members = issue.errors?.flat() ?? [];
  const chosen = members.find((member) => member.message === issue.message && member.code !== 'invalid_union');
  return chosen ? issueText(chosen) : engineMessage(issue.message);
}

const isEntry = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * Returns the name that the user gave to a list entry, or the label of the entry's type. If the entry is a string,
 * returns the label for this string.
 */
function entryName(entry: unknown, list: readonly unknown[]): string | undefined {
  const idOf = (one: unknown): unknown => (isEntry(one) ? (one.name ?? one.type ?? one.id) : one);
  const id = idOf(entry);
  if (typeof id !== 'string' || id === '') return undefined;
  const name = isEntry(entry) && entry.name !== undefined ? id : shownName(id);
  // Numbers entries of the same type, as the form does.
  const isUnique = list.filter((one) => idOf(one) === id).length === 1;
  return isUnique ? name : `${list.indexOf(entry) + 1}. ${name}`;
}

/**
 * Matches API names, which are in camel case. Other names, e.g. header names, come from the user and stay unchanged.
 */
const isApiName = /^[a-z][A-Za-z0-9]*$/;

/**
 * Returns the label for a path in a form: `formats.2.query` → `Formats · Highlights · Query`. List entries are named as
 * in the request `sent`. Entries without a name are numbered: `URLs 2`.
 */
export function fieldName(path: string, sent?: unknown): string {
  if (path === '') return t('common.request');
  const names: string[] = [];
  let at: unknown = sent;
  const parts = path.split('.');
  for (const [index, part] of parts.entries()) {
    const list: unknown = at;
    at = isEntry(at) ? at[part] : undefined;
    const last = names.at(-1);
    if (!/^\d+$/.test(part) || last === undefined) names.push(isApiName.test(part) ? shownName(part) : part);
    else {
      const isNamed = isEntry(at) || index < parts.length - 1;
      const name = isNamed && Array.isArray(list) ? entryName(at, list) : undefined;
      if (name === undefined) names.splice(-1, 1, `${last} ${Number(part) + 1}`);
      else names.push(name);
    }
  }
  return names.join(' · ');
}

/**
 * Converts the details of a `BAD_REQUEST` error to issues worded for the form, keyed by path (`actions.0.selector`).
 */
export function issuesByPath(details: unknown): Readonly<Record<string, string>> {
  const list = Array.isArray(details) ? details : ((details as { issues?: unknown })?.issues ?? []);
  if (!Array.isArray(list)) return {};
  const found = list.filter((issue): issue is EngineIssue => typeof issue?.message === 'string');
  return Object.fromEntries(
    found.map((issue) => [
      Array.isArray(issue.path) ? issue.path.join('.') : String(issue.path ?? ''),
      issueText(issue),
    ]),
  );
}

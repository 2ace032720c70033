import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';
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

/** Returns the message for an issue reported by the engine. Messages of unknown rules stay unchanged. */
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
      return issue.message.endsWith('received undefined') ? t('errors.required') : issue.message;
    default:
      return /^Invalid URL\b/i.test(issue.message) ? t('form.notWebAddress') : issue.message;
  }
}

/** Returns the label for a form path, e.g. `actions.0.selector` → `Actions 1 · Selector`. */
export function fieldName(path: string): string {
  if (path === '') return t('common.request');
  const names: string[] = [];
  for (const part of path.split('.')) {
    const last = names.pop();
    if (/^\d+$/.test(part) && last !== undefined) names.push(`${last} ${Number(part) + 1}`);
    else names.push(...(last === undefined ? [] : [last]), shownName(part));
  }
  return names.join(' · ');
}

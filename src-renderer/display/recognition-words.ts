import type { Recognition } from '../api/job-types';
import { t } from '../texts/i18n';
import { countText } from './job-words';

/** Describes the progress of text recognition. Undefined if no text is being recognized. */
export function recognitionText(recognition: Recognition | undefined): string | undefined {
  if (!recognition) return undefined;
  const { done, total, url } = recognition;
  const text = t('common.recognizing', { page: countText(Math.min(done + 1, total)), total: countText(total) });
  return url === undefined ? text : `${text} · ${url}`;
}

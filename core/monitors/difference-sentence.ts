import type { RunVerdict } from '../common/saved-job';

const counted = (count: number, what: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? 'row' : 'rows'} ${what}`];

/** `2 rows added, 1 row changed.`, and what else is to be known. */
export function differenceSentence({ added, removed, changed, note }: RunVerdict): string {
  const parts = [...counted(added, 'added'), ...counted(removed, 'removed'), ...counted(changed, 'changed')];
  return [`${parts.join(', ') || 'Nothing has changed'}.`, note].filter(Boolean).join(' ');
}

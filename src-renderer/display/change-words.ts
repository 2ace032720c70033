import { type ChangeLine, type ChangeSentence, changeSentence } from '../../core/common/monitor-changes';
import type { Fields } from '../../core/common/records';
import type { TextKey } from '../texts/catalogue';
import { t } from '../texts/i18n';

const sentences: Readonly<Record<ChangeSentence, TextKey>> = {
  valueChanged: 'monitors.valueChanged',
  textChanged: 'monitors.textChanged',
  textAdded: 'monitors.textAdded',
  textRemoved: 'monitors.textRemoved',
  textMoved: 'monitors.textMoved',
  rowAdded: 'monitors.rowAdded',
  rowRemoved: 'monitors.rowRemoved',
  andMore: 'monitors.andMore',
  andOne: 'monitors.andOne',
};

interface ReportedChanges {
  readonly changes?: readonly ChangeLine[];
  readonly total?: number;
}

/** Describes the first change of a run in the words of the run's notification. Undefined if nothing changed. */
export const verdictSentence = ({ changes = [], total = 0 }: ReportedChanges): string | undefined =>
  changeSentence(changes, total, (name, values) => t(sentences[name], values));

/** Returns a value of a change for display. If the value is an entire row in JSON, returns the row's values as text. */
export function changedText(value: string | undefined): string {
  if (!value?.startsWith('{')) return value ?? '–';
  try {
    const values = Object.values(JSON.parse(value) as Fields).filter((one) => one !== null && one !== '');
    return values.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join(' · ');
  } catch {
    return value;
  }
}

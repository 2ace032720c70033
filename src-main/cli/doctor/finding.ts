/** Result of one check of `gleaner doctor`. */
export interface Finding {
  /** Name of the checked component, e.g. `browser`. */
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'problem';
  /** Result in one sentence. */
  readonly text: string;
  /** Suggested fix. */
  readonly advice?: string;
}

const marks = { ok: 'ok', warning: 'note', problem: 'FAULT' } as const;

/** Formats the findings as lines of text, each followed by its suggested fix. */
export function renderFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.map(({ name, state, text, advice }) => {
    const indent = ' '.repeat(width + 9);
    return `${marks[state].padEnd(7)}${name.padEnd(width)}  ${text}\n${advice ? `${indent}${advice}\n` : ''}`;
  });
  return lines.join('');
}

/** Summarizes the findings in one sentence. */
export function summaryOf(findings: readonly Finding[]): string {
  const faults = findings.filter(({ state }) => state === 'problem').length;
  if (faults === 0) return 'Gleaner can run on this machine.';
  return faults === 1 ? '1 fault was found.' : `${faults} faults were found.`;
}

/** Runs a check. If the check throws, reports the error as a problem. */
export async function checked(name: string, advice: string, check: () => Promise<Finding> | Finding): Promise<Finding> {
  try {
    return await check();
  } catch (thrown) {
    const text = (thrown instanceof Error ? thrown.message : String(thrown)).split('\n', 1)[0] ?? '';
    return { name, state: 'problem', text, advice };
  }
}

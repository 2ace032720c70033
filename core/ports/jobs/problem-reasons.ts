import type { Frontier, Problem } from './frontier';

const readAtOnce = 1000;

/** Filter for a list of problems. */
export interface ProblemFilter {
  readonly state?: 'failed' | 'refused';
  /** Reason for a refusal, or code of a failure. */
  readonly reason?: string;
  readonly skip: number;
  readonly limit: number;
}

/** Returns the reason for a refusal, or the code of a failure. */
const reasonOf = ({ reason, code }: Problem): string => reason ?? code;

/** Yields all problems in a job in the order in which they occurred. */
export async function* allProblems(
  frontier: Frontier,
  id: string,
  state?: ProblemFilter['state'],
): AsyncGenerator<Problem> {
  for (let skip = 0; ; skip += readAtOnce) {
    const { problems, total } = await frontier.problems(id, { state, skip, limit: readAtOnce });
    yield* problems;
    if (skip + readAtOnce >= total) return;
  }
}

/** Lists problems with a given reason. Without a reason, lists all problems in a given state. */
export async function problemsByReason(frontier: Frontier, id: string, { reason, ...filter }: ProblemFilter) {
  if (!reason) return frontier.problems(id, filter);
  const problems: Problem[] = [];
  let total = 0;
  for await (const problem of allProblems(frontier, id, filter.state)) {
    if (reasonOf(problem) !== reason) continue;
    if (total >= filter.skip && problems.length < filter.limit) problems.push(problem);
    total += 1;
  }
  return { problems, total };
}

/** Counts problems by reason, most frequent first. */
export async function problemReasons(frontier: Frontier, id: string) {
  const counts = new Map<string, { reason: string; state: Problem['state']; count: number }>();
  for await (const problem of allProblems(frontier, id)) {
    const reason = reasonOf(problem);
    const known = counts.get(reason);
    if (known) known.count += 1;
    else counts.set(reason, { reason, state: problem.state, count: 1 });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}

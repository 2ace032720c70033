import type { ChosenAction } from '../../schema/scrape-request';

/** Returns the names of the secrets typed by actions. */
const secretsOf = (list: readonly ChosenAction[]): readonly string[] =>
  list.flatMap(({ options }) => (typeof options.secret === 'string' ? [options.secret] : []));

/** Returns the names of the secrets that were typed only by removed actions. */
export function unusedSecrets(before: readonly ChosenAction[], remaining: readonly ChosenAction[]): readonly string[] {
  const used = secretsOf(remaining);
  return secretsOf(before).filter((name) => !used.includes(name));
}

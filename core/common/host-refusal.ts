import { AppError } from './errors';
import { blockedBy, type ThreatProtection } from './options/threat-protection';

/** Returns the error for a URL blocked by the lists in a request; undefined if it is not blocked. */
export function hostRefusal(lists: ThreatProtection | undefined, url: string): AppError | undefined {
  const entry = lists && blockedBy(lists, url);
  if (entry === undefined) return undefined;
  return new AppError('SCRAPE_HOST_BLOCKED', `The entry "${entry}" in \`threatProtection\` blocks ${url}.`);
}

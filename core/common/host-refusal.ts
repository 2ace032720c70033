import { AppError } from './errors';
import { blockedBy, type ThreatProtection } from './options/threat-protection';

/** Returns the error for a URL that is blocked by the request's host lists. Undefined if the URL is not blocked. */
export function hostRefusal(lists: ThreatProtection | undefined, url: string): AppError | undefined {
  const entry = lists && blockedBy(lists, url);
  if (entry === undefined) return undefined;
  return new AppError('SCRAPE_HOST_BLOCKED', `The entry "${entry}" in \`threatProtection\` blocks ${url}.`);
}

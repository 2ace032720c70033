import { viewPath } from '../../core/common/desktop/app-commands';
import type { DesktopRequest } from '../../core/common/desktop/bridge';

/** URL scheme for links that open Gleaner. */
export const linkScheme = 'gleaner';

const maxNameLength = 80;

/**
 * Parses a `gleaner://` link. `gleaner://open/jobs` opens a view, `gleaner://saved/NAME` opens a saved job, and
 * `gleaner://run/NAME` runs a saved job after the user confirms. Returns undefined for other links, because any web
 * page may contain `gleaner://` links.
 */
export function readLink(link: string): DesktopRequest | undefined {
  if (link.length > 500 || !URL.canParse(link)) return undefined;
  const { protocol, host, pathname, search, hash, username, port } = new URL(link);
  if (protocol !== `${linkScheme}:` || hash || username || port) return undefined;
  if (host === 'open') {
    const path = viewPath(`${pathname}${search}`);
    // Rejects links with a query, because the "New table" view immediately loads the URL given in its query.
    return path === undefined || search ? undefined : { kind: 'open', path };
  }
  const name = nameOf(pathname);
  if (name === undefined || search) return undefined;
  if (host === 'saved') return { kind: 'open', path: `/monitors/${encodeURIComponent(name)}` };
  return host === 'run' ? { kind: 'run', name } : undefined;
}

/** Returns the link in the command line arguments, if any. */
export const findLink = (args: readonly string[]): string | undefined =>
  args.findLast((argument) => argument.toLowerCase().startsWith(`${linkScheme}://`));

function nameOf(pathname: string): string | undefined {
  try {
    const name = decodeURIComponent(pathname.slice(1)).trim();
    return name && name.length <= maxNameLength && !/[\p{C}/\\]/u.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

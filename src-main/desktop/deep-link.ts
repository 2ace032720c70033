import { viewPath } from '../../core/common/desktop/app-commands';
import type { DesktopRequest } from '../../core/common/desktop/bridge';

/** Scheme of the links that open Gleaner. */
export const linkScheme = 'gleaner';

const longestName = 80;

/**
 * What a `gleaner://` link asks for: `gleaner://open/jobs` opens a view, `gleaner://saved/NAME` a saved job, and
 * `gleaner://run/NAME` runs one once the user has agreed. Undefined for anything else: a link can come from any page.
 */
export function readLink(link: string): DesktopRequest | undefined {
  if (link.length > 500 || !URL.canParse(link)) return undefined;
  const { protocol, host, pathname, search, hash, username, port } = new URL(link);
  if (protocol !== `${linkScheme}:` || hash || username || port) return undefined;
  if (host === 'open') {
    const path = viewPath(`${pathname}${search}`);
    // An address in a link would be opened by New table at once.
    return path === undefined || search ? undefined : { kind: 'open', path };
  }
  const name = nameOf(pathname);
  if (name === undefined || search) return undefined;
  if (host === 'saved') return { kind: 'open', path: `/monitors/${encodeURIComponent(name)}` };
  return host === 'run' ? { kind: 'run', name } : undefined;
}

/** The link among the arguments of a start, when there is one. */
export const linkAmong = (args: readonly string[]): string | undefined =>
  args.findLast((argument) => argument.toLowerCase().startsWith(`${linkScheme}://`));

function nameOf(pathname: string): string | undefined {
  try {
    const name = decodeURIComponent(pathname.slice(1)).trim();
    return name && name.length <= longestName && !/[\p{C}/\\]/u.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

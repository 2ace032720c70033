import { matches, matchText, type PathPattern, pathPattern } from './robots-match';

/**
 * Agent names that Gleaner matches in robots.txt: its own name, and the name of the service that it replaces, in two
 * spellings.
 */
export const robotsAgents: readonly string[] = ['Gleaner', 'FireCrawlAgent', 'FirecrawlAgent'];

/** Maximum size of a robots.txt in bytes (RFC 9309, section 2.5). */
export const maxRobotsBytes = 500 * 1024;

/** Maximum Crawl-delay in seconds. Longer delays are reduced to this value, because they would stall a crawl. */
export const maxCrawlDelaySeconds = 60;

interface Group {
  readonly agents: string[];
  readonly patterns: PathPattern[];
  /** Crawl-delays in seconds, each with the user agents to which it applies. */
  readonly delays: { readonly agents: readonly string[]; readonly seconds: number }[];
}

/** Rules from a robots.txt for a single agent. */
export class RobotsRules {
  constructor(
    readonly sitemaps: readonly string[],
    readonly crawlDelaySeconds: number | undefined,
    private readonly patterns: readonly PathPattern[],
    /** Reason why nothing is allowed. Set when the file could not be fetched. */
    readonly unavailable?: string,
  ) {}

  /**
   * True when a URL may be fetched (RFC 9309). The longest matching pattern wins, and Allow wins a tie. /robots.txt
   * itself is always allowed.
   */
  allows(url: URL): boolean {
    return this.#isOpen(url) ?? this.#allowsPath(matchText(url));
  }

  /** True when both the URL and its path with a trailing slash are allowed. Thus `Disallow: /a/` also covers `/a`. */
  allowsPage(url: URL): boolean {
    const open = this.#isOpen(url);
    if (open !== undefined) return open;
    const path = matchText(url);
    if (!this.#allowsPath(path)) return false;
    return path.endsWith('/') || url.search !== '' || this.#allowsPath(`${path}/`);
  }

  /** Returns whether a URL is allowed, if this can be decided without checking any patterns. Undefined otherwise. */
  #isOpen(url: URL): boolean | undefined {
    if (url.pathname === '/robots.txt') return true;
    if (this.unavailable !== undefined) return false;
    return this.patterns.length === 0 ? true : undefined;
  }

  #allowsPath(path: string): boolean {
    let best: PathPattern | undefined;
    for (const pattern of this.patterns) {
      if (best && pattern.length < best.length) continue;
      if (best && pattern.length === best.length && (best.allow || !pattern.allow)) continue;
      if (matches(pattern, path)) best = pattern;
    }
    return best?.allow ?? true;
  }
}

/** Rules that allow everything. */
export const noRules = new RobotsRules([], undefined, []);

/** Returns rules that allow nothing, for a file that could not be fetched. */
export const refuseAll = (why: string): RobotsRules => new RobotsRules([], undefined, [], why);

/**
 * Parses a robots.txt for an agent with one or more names. Merges the groups for these names. If there are no such
 * groups, the groups for `*` apply.
 */
export function parseRobots(source: Uint8Array | string, agents: readonly string[] = robotsAgents): RobotsRules {
  const { groups, sitemaps } = readGroups(robotsText(source));
  const names = new Set(agents.map(productToken));
  const isNamed = (agent: string) => names.has(productToken(agent)) && agent !== '*';
  const named = groups.filter((group) => group.agents.some(isNamed));
  const isOurs = named.length > 0 ? isNamed : (agent: string) => agent === '*';
  const ours = groups.filter((group) => group.agents.some(isOurs));
  const delays = ours.flatMap(({ delays }) => delays.filter((delay) => delay.agents.some(isOurs)));
  const seconds = delays.length > 0 ? Math.max(...delays.map((delay) => delay.seconds)) : undefined;
  return new RobotsRules(
    sitemaps,
    seconds,
    ours.flatMap(({ patterns }) => patterns),
  );
}

/** Decodes the file up to the size limit. */
function robotsText(source: Uint8Array | string): string {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  const cut = bytes.subarray(0, maxRobotsBytes);
  // Drops a line that was cut off by the size limit, because a partial rule may have a different meaning.
  const end = bytes.length > cut.length ? Math.max(cut.lastIndexOf(10), cut.lastIndexOf(13)) + 1 : cut.length;
  return new TextDecoder('utf-8').decode(cut.subarray(0, end));
}

/** Returns the product token in a user-agent line, in lower case: `FooBot/2.1` and `foobot` are equal. */
const productToken = (agent: string): string => /^[\w-]+/.exec(agent)?.[0].toLowerCase() ?? agent.toLowerCase();

/** Collects the lines into groups. Only an Allow or Disallow rule ends a list of user agents. */
function readGroups(text: string): { readonly groups: readonly Group[]; readonly sitemaps: readonly string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  let listing = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const { key, value } = readLine(line);
    if (key === 'user-agent') {
      if (!group || !listing) {
        group = { agents: [], patterns: [], delays: [] };
        groups.push(group);
      }
      group.agents.push(value);
      listing = true;
    } else if (key === 'allow' || key === 'disallow') {
      const pattern = pathPattern(value, key === 'allow');
      if (pattern) group?.patterns.push(pattern);
      listing = false;
    } else if (key === 'crawl-delay') {
      const seconds = readDelay(value);
      if (seconds !== undefined) group?.delays.push({ agents: [...group.agents], seconds });
    } else if (key === 'sitemap' && value !== '') {
      sitemaps.push(value);
    }
  }
  return { groups, sitemaps };
}

/** Returns the key (in lower case) and value of a line, without comments and surrounding spaces. */
function readLine(line: string): { readonly key: string; readonly value: string } {
  const hash = line.indexOf('#');
  const text = hash < 0 ? line : line.slice(0, hash);
  const colon = text.indexOf(':');
  if (colon < 0) return { key: '', value: '' };
  return { key: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim() };
}

/** Returns a Crawl-delay in seconds, limited to the maximum. Undefined if it is not a number. */
function readDelay(value: string): number | undefined {
  if (!/^\d+(?:\.\d+)?$/.test(value)) return undefined;
  return Math.min(Number(value), maxCrawlDelaySeconds);
}

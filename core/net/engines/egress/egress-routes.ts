import { randomBytes } from 'node:crypto';
import { AppError } from '../../../common/errors';
import type { FetchPlan } from '../../../common/model';
import { sameText } from '../../../platform/auth/same-text';

/** A target that could not be reached, and the reason. */
export interface Refusal {
  /** Full URL for plain HTTP, `host:port` for tunnels. */
  readonly target: string;
  readonly error: AppError;
}

/** Credentials that a browser context uses for the egress proxy. */
export interface RouteLogin {
  /** Proxy user name. Identifies the route in `takeRefusals` and `remove`. */
  readonly username: string;
  readonly password: string;
}

/**
 * Rules for a page's requests: the host lease and the check for blocked hosts. Applied before each request and tunnel,
 * and whenever the browser sends data through a tunnel.
 */
export type RouteRules = Pick<FetchPlan, 'hostLease' | 'refusalOf'>;

/** A registered route. */
export interface Route extends RouteLogin, RouteRules {
  /** Upstream proxy that the egress proxy uses, if any. */
  readonly upstreamUrl?: string;
}

/** Maximum number of refusals stored per route. */
const maxRefusals = 200;

/** Routes of browser contexts. Each route has its own password and its own list of refused targets. */
export class EgressRoutes {
  private readonly routes = new Map<string, { route: Route; readonly refusals: Refusal[] }>();

  /** Registers a route, optionally through an upstream proxy. */
  register(upstreamUrl?: string): RouteLogin {
    const username = `route-${randomBytes(6).toString('hex')}`;
    const password = randomBytes(24).toString('base64url');
    this.routes.set(username, { route: { username, password, upstreamUrl }, refusals: [] });
    return { username, password };
  }

  /** Binds a route to the rules for its next page. */
  bind(username: string, { hostLease, refusalOf }: RouteRules): void {
    const known = this.routes.get(username);
    if (known) known.route = { ...known.route, hostLease, refusalOf };
  }

  /**
   * Throws if a route must not send requests to a URL, because the lease has expired, the route was removed or the host
   * is blocked.
   */
  check(username: string, url: string): void {
    const known = this.routes.get(username);
    if (!known) throw new AppError('SCRAPE_JOB_CANCELLED', 'The page that sent this request was closed.');
    known.route.hostLease?.check();
    const refusal = known.route.refusalOf?.(url);
    if (refusal) throw refusal;
  }

  /** Removes a route, which invalidates its credentials. */
  remove(username: string): void {
    this.routes.delete(username);
  }

  /**
   * Returns the route for the credentials in a `Proxy-Authorization` header. Undefined if the credentials are invalid.
   */
  authenticate(header: string | undefined): Route | undefined {
    const encoded = /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1];
    if (encoded === undefined) return undefined;
    const pair = Buffer.from(encoded, 'base64').toString('utf8');
    const colon = pair.indexOf(':');
    const route = this.routes.get(pair.slice(0, Math.max(0, colon)))?.route;
    return route && sameText(pair.slice(colon + 1), route.password) ? route : undefined;
  }

  /** Records a target that could not be reached through a route. */
  note(route: Route, refusal: Refusal): void {
    const list = this.routes.get(route.username)?.refusals;
    if (!list) return;
    list.push(refusal);
    if (list.length > maxRefusals) list.shift();
  }

  /** Returns and clears the refusals recorded for a route. */
  takeRefusals(username: string): readonly Refusal[] {
    return this.routes.get(username)?.refusals.splice(0) ?? [];
  }
}

import { randomBytes } from 'node:crypto';
import { AppError } from '../../../common/errors';
import type { HostLease } from '../../../common/model';
import { sameText } from '../../../platform/auth/same-text';

/** A target that was not reached, and the reason. */
export interface Refusal {
  /** Full URL for plain http, `host:port` for tunnels. */
  readonly target: string;
  readonly error: AppError;
}

/** Credentials of a browser context at the egress proxy. */
export interface RouteLogin {
  /** Proxy user name, which identifies the route in `takeRefusals` and `remove`. */
  readonly username: string;
  readonly password: string;
}

/** A registered route. */
export interface Route extends RouteLogin {
  /** Proxy behind the egress proxy, if any. */
  readonly upstreamUrl?: string;
  /** Lease checked before each request and tunnel, and whenever the browser sends data in a tunnel. */
  readonly hostLease?: HostLease;
}

/** Maximum number of refusals stored per route. */
const maxRefusals = 200;

/** Routes of browser contexts, each with its own password and list of refused targets. */
export class EgressRoutes {
  private readonly routes = new Map<string, { route: Route; readonly refusals: Refusal[] }>();

  /** Registers a route, optionally through an upstream proxy. */
  register(upstreamUrl?: string): RouteLogin {
    const username = `route-${randomBytes(6).toString('hex')}`;
    const password = randomBytes(24).toString('base64url');
    this.routes.set(username, { route: { username, password, upstreamUrl }, refusals: [] });
    return { username, password };
  }

  /** Binds a route to a lease, or to none when absent. */
  bind(username: string, hostLease: HostLease | undefined): void {
    const known = this.routes.get(username);
    if (known) known.route = { ...known.route, hostLease };
  }

  /** Throws when a route may no longer send: its lease has ended or it was removed. */
  check(username: string): void {
    const known = this.routes.get(username);
    if (!known) throw new AppError('SCRAPE_JOB_CANCELLED', 'The page that requested this was closed.');
    known.route.hostLease?.check();
  }

  /** Removes a route, which invalidates its credentials. */
  remove(username: string): void {
    this.routes.delete(username);
  }

  /** Returns the route that a `Proxy-Authorization` header authenticates. */
  authenticate(header: string | undefined): Route | undefined {
    const encoded = /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1];
    if (encoded === undefined) return undefined;
    const pair = Buffer.from(encoded, 'base64').toString('utf8');
    const colon = pair.indexOf(':');
    const route = this.routes.get(pair.slice(0, Math.max(0, colon)))?.route;
    return route && sameText(pair.slice(colon + 1), route.password) ? route : undefined;
  }

  /** Records a target of a route that was not reached. */
  note(route: Route, refusal: Refusal): void {
    const list = this.routes.get(route.username)?.refusals;
    if (!list) return;
    list.push(refusal);
    if (list.length > maxRefusals) list.shift();
  }

  /** Returns the refusals of a route since the last call. */
  takeRefusals(username: string): readonly Refusal[] {
    return this.routes.get(username)?.refusals.splice(0) ?? [];
  }
}

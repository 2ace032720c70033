import { randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../common/errors';
import type { HostLease } from '../../../common/model';

/** A target that was not reached, and why. */
export interface Refusal {
  /** Full URL for plain http, `host:port` for tunnels. */
  readonly target: string;
  readonly error: AppError;
}

/** What a browser context needs to go through the egress proxy. */
export interface RouteLogin {
  /** Proxy user name; names the route in `takeRefusals` and `remove`. */
  readonly username: string;
  readonly password: string;
}

/** A registered route. */
export interface Route extends RouteLogin {
  /** Proxy behind the egress proxy, if any. */
  readonly upstreamUrl?: string;
  /** Checked before each request, each tunnel, and whatever the browser sends in a tunnel. */
  readonly hostLease?: HostLease;
}

/** Refusals kept per route until they are taken. */
const maxRefusals = 200;

/** The routes of browser contexts, each with its own password and list of refused targets. */
export class EgressRoutes {
  private readonly routes = new Map<string, { route: Route; readonly refusals: Refusal[] }>();

  /** Adds a route, through a further proxy when one is given. */
  register(upstreamUrl?: string): RouteLogin {
    const username = `route-${randomBytes(6).toString('hex')}`;
    const password = randomBytes(24).toString('base64url');
    this.routes.set(username, { route: { username, password, upstreamUrl }, refusals: [] });
    return { username, password };
  }

  /** Binds what goes through a route to a lease from now on; to none when it is absent. */
  bind(username: string, hostLease: HostLease | undefined): void {
    const known = this.routes.get(username);
    if (known) known.route = { ...known.route, hostLease };
  }

  /** Throws once nothing may be sent for a route: its lease is over, or it was removed. */
  check(username: string): void {
    const known = this.routes.get(username);
    if (!known) throw new AppError('SCRAPE_JOB_CANCELLED', 'The page that asked for this was closed.');
    known.route.hostLease?.check();
  }

  /** Removes a route; its login is invalid afterwards. */
  remove(username: string): void {
    this.routes.delete(username);
  }

  /** The route a `Proxy-Authorization` header logs in to. */
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

  /** The refusals of a route since the last call. */
  takeRefusals(username: string): readonly Refusal[] {
    return this.routes.get(username)?.refusals.splice(0) ?? [];
  }
}

function sameText(given: string, wanted: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(wanted);
  return left.length === right.length && timingSafeEqual(left, right);
}

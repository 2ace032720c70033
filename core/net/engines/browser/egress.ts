import type { AppError } from '../../../common/errors';
import type { HostLease } from '../../../common/model';

/** Egress route of a browser context: its credentials at the egress proxy. */
export interface EgressLogin {
  readonly username: string;
  readonly password: string;
}

/** A target that the egress proxy did not reach, and the reason. */
export interface EgressRefusal {
  /** Full URL for plain http, `host:port` for tunnels. */
  readonly target: string;
  readonly error: AppError;
}

/** Interface of the egress proxy, the only guarded route from the browser to the network. */
export interface BrowserEgress {
  /** Starts listening once; returns the address for `--proxy-server`. */
  start(): Promise<string>;
  /** `http://127.0.0.1:<port>` while it listens. */
  readonly address: string;
  readonly routes: {
    register(upstreamUrl?: string): EgressLogin;
    bind(username: string, hostLease: HostLease | undefined): void;
    remove(username: string): void;
    takeRefusals(username: string): readonly EgressRefusal[];
  };
}

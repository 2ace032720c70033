import type { AppError } from '../../../common/errors';
import type { FetchPlan } from '../../../common/model';

/** Credentials that a browser context uses to authenticate with the egress proxy. */
export interface EgressLogin {
  readonly username: string;
  readonly password: string;
}

/** A target that the egress proxy could not reach, and the reason. */
export interface EgressRefusal {
  /** Full URL for plain HTTP, `host:port` for tunnels. */
  readonly target: string;
  readonly error: AppError;
}

/** Guarded egress proxy: the browser's only route to the network. */
export interface BrowserEgress {
  /** Starts listening on the first call. Returns the address for `--proxy-server`. */
  start(): Promise<string>;
  /** Address of the proxy while it is listening: `http://127.0.0.1:<port>`. */
  readonly address: string;
  readonly routes: {
    register(upstreamUrl?: string): EgressLogin;
    bind(username: string, rules: Pick<FetchPlan, 'hostLease' | 'refusalOf'>): void;
    remove(username: string): void;
    takeRefusals(username: string): readonly EgressRefusal[];
  };
}

import type { GuardedHttp as GuardedHttpContract } from '../../contract/plugin';

/** Injection token for the services passed to the `create` functions of plugins (`PluginServices` in the contract). */
export const PluginServicesToken = Symbol('PluginServices');

/** The guarded `fetch` defined in the plugin contract. */
export type GuardedHttp = GuardedHttpContract;

/** Injection token for the guarded `fetch`. */
export const GuardedHttp = Symbol('GuardedHttp');

/**
 * Injection token for the `fetch` that language models use. This `fetch` can access the configured model URLs, even
 * private ones.
 */
export const ModelHttp = Symbol('ModelHttp');

import type { GuardedHttp as GuardedHttpContract } from '../../contract/plugin';

/** Token of the services passed to `create` functions of plugins (`PluginServices` of the contract). */
export const PluginServicesToken = Symbol('PluginServices');

/** The guarded `fetch` of the plugin contract. */
export type GuardedHttp = GuardedHttpContract;

/** Token of the guarded `fetch`. */
export const GuardedHttp = Symbol('GuardedHttp');

/** Token of the `fetch` that reaches configured URLs of language models, including private ones. */
export const ModelHttp = Symbol('ModelHttp');

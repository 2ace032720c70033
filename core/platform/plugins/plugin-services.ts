import type { GuardedHttp as GuardedHttpContract } from '../../contract/plugin';

/** Token of what create functions of plugins are given (`PluginServices` of the contract). */
export const PluginServicesToken = Symbol('PluginServices');

/** The guarded `fetch` of the plugin contract. */
export type GuardedHttp = GuardedHttpContract;

/** Token of the guarded `fetch`. */
export const GuardedHttp = Symbol('GuardedHttp');

/** Token of the `fetch` that reaches addresses of language models the user has set, private ones too. */
export const ModelHttp = Symbol('ModelHttp');

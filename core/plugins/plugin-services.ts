/** Token of what create functions of plugins are given (`PluginServices` of the contract). */
export const PluginServicesToken = Symbol('PluginServices');

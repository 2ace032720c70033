import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../common/errors';
import type { AddedPlugin, PluginFileItem, PluginPermissions } from '../../common/plugin-files';

/**
 * Returns the permissions of an enabled plugin. `trusted` is absent, and defaults to true, for plugins enabled before
 * Gleaner had a sandbox.
 */
export const grantOf = ({ trusted = true, hosts = [], secrets = [] }: AddedPlugin): PluginPermissions => ({
  ...{ trusted, hosts, secrets },
});

/** True if two entries in the settings load the same content with the same permissions. */
export const isSameEntry = (one: AddedPlugin, other: AddedPlugin): boolean =>
  isDeepStrictEqual([one.sha256, one.stopped, grantOf(one)], [other.sha256, other.stopped, grantOf(other)]);

const listed = ['hosts', 'secrets'] as const;

/**
 * Throws BAD_REQUEST if a plugin needs trust that was not granted. Also throws if a granted host or secret was not
 * requested.
 */
export function assertGrant(file: string, { facts, manifest }: PluginFileItem, granted: PluginPermissions): void {
  if (facts?.needsTrust !== undefined && !granted.trusted)
    throw new AppError(
      'BAD_REQUEST',
      `${file} cannot run in the sandbox. ${facts.needsTrust} Enable it with "trusted" only if you trust its author: the plugin then has all of Gleaner’s permissions.`,
    );
  for (const key of listed) {
    const extra = granted[key].find((one) => !manifest?.permissions[key].includes(one));
    if (extra !== undefined)
      throw new AppError('BAD_REQUEST', `${file} does not request "${extra}" in the ${key} of its manifest.`);
  }
}

/**
 * Returns the permissions for another version of an enabled plugin if that version may run without a review. Undefined
 * if that version needs trust, requests a host or secret that was not granted, or adds another kind of plugin.
 */
export function carriedGrant(
  { facts: earlier }: PluginFileItem,
  { facts, manifest }: PluginFileItem,
  granted: PluginPermissions,
): PluginPermissions | undefined {
  const kinds = (contributions: readonly string[] = []) => contributions.map((one) => one.split(':', 1)[0]);
  const known = kinds(earlier?.contributions);
  const requested = { hosts: manifest?.permissions.hosts ?? [], secrets: manifest?.permissions.secrets ?? [] };
  const fits =
    facts !== undefined &&
    (facts.needsTrust === undefined || granted.trusted) &&
    kinds(facts.contributions).every((kind) => known.includes(kind)) &&
    listed.every((key) => requested[key].every((one) => granted[key].includes(one)));
  return fits ? { ...requested, trusted: granted.trusted } : undefined;
}

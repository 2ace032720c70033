import { hostPermissions, type PluginFileItem, type PluginPermissions } from '../../../core/common/plugin-files';
import { t } from '../../texts/i18n';

/** A permission that a plugin requests, in one sentence. */
interface PermissionLine {
  readonly text: string;
  /** True if the enabled version of the plugin does not have this permission. */
  readonly isNew: boolean;
}

type Requested = Pick<PluginPermissions, 'hosts' | 'secrets'>;

function sentencesOf({ hosts: entries, secrets }: Requested): readonly string[] {
  const { hosts, settings, runsScripts } = hostPermissions(entries);
  return [
    ...(hosts.length > 0 ? [t('settings.permissionHosts', { join: hosts.join(', ') })] : []),
    ...settings.map((name) => t('settings.permissionSettingHost', { name })),
    ...(runsScripts ? [t('settings.permissionPageScripts')] : []),
    ...(secrets.length > 0 ? [t('settings.permissionSecrets', { join: secrets.join(', ') })] : []),
  ];
}

/** Describes the hosts and secrets that a plugin requests. Hosts and secrets that an update adds come last. */
export function permissionLines({ manifest, added }: PluginFileItem): readonly PermissionLine[] {
  const requested: Requested = manifest?.permissions ?? { hosts: [], secrets: [] };
  const known = (key: keyof Requested) => requested[key].filter((one) => !added?.[key].includes(one));
  const lines = (what: Requested, isNew: boolean) => sentencesOf(what).map((text) => ({ text, isNew }));
  return [...lines({ hosts: known('hosts'), secrets: known('secrets') }, false), ...(added ? lines(added, true) : [])];
}

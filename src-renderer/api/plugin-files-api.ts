import type { doneAnswer } from '../../core/common/api/responses';
import type { addedPluginFiles, PluginPermissions, pluginFileList, pluginLog } from '../../core/common/plugin-files';
import { call } from './client';

const segment = encodeURIComponent;

/** API calls for plugin files. */
export const pluginFilesApi = {
  list: () => call<typeof pluginFileList>('GET', '/local/plugin-files'),
  /** Adds a file. `content` is Base64-encoded. */
  add: (name: string, content: string) =>
    call<typeof addedPluginFiles>('POST', '/local/plugin-files', { body: { name, content } }),
  addPackage: (name: string) =>
    call<typeof addedPluginFiles>('POST', '/local/plugin-files/npm', { body: { package: name } }),
  update: (file: string) => call<typeof addedPluginFiles>('POST', `/local/plugin-files/${segment(file)}/update`),
  rollBack: (file: string) => call<typeof addedPluginFiles>('POST', `/local/plugin-files/${segment(file)}/roll-back`),
  log: (file: string) => call<typeof pluginLog>('GET', `/local/plugin-files/${segment(file)}/log`),
  enable: (file: string, body: { enabled: boolean; sha256: string } & Partial<PluginPermissions>) =>
    call<typeof doneAnswer>('PUT', `/local/plugin-files/${segment(file)}`, { body }),
  remove: (file: string) => call<typeof doneAnswer>('DELETE', `/local/plugin-files/${segment(file)}`),
};

import type { PluginFileItem, PluginFileList } from '../../core/common/plugin-files';
import { call } from './client';

const segment = encodeURIComponent;

/** Every call about plugin files; one line each. */
export const pluginFilesApi = {
  list: () => call<PluginFileList>('GET', '/local/plugin-files'),
  /** `content` is base64. */
  add: (name: string, content: string) =>
    call<{ items: readonly PluginFileItem[] }>('POST', '/local/plugin-files', { body: { name, content } }),
  enable: (file: string, body: { enabled: boolean; sha256: string }) =>
    call<unknown>('PUT', `/local/plugin-files/${segment(file)}`, { body }),
  remove: (file: string) => call<unknown>('DELETE', `/local/plugin-files/${segment(file)}`),
};

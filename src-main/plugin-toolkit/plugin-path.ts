import { type PackedPlugin, readPackedPath } from '../../core/platform/plugins/plugin-package';
import { bundlePlugin } from './bundle-plugin';
import { isSourceProject, readProject } from './plugin-project';

/** Reads the plugins at a path: a script, an archive or a folder. If the folder contains sources, bundles them. */
export async function readPluginPath(path: string): Promise<readonly PackedPlugin[]> {
  if (!(await isSourceProject(path))) return readPackedPath(path);
  const project = await readProject(path);
  const { code } = await bundlePlugin(project);
  const manifest = { ...project.manifest, main: 'index.mjs' };
  return [{ file: `${manifest.id}.mjs`, code, manifest: `${JSON.stringify(manifest, undefined, 2)}\n` }];
}

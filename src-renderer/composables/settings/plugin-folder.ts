import { scriptName } from '../../../core/common/plugin-files';

const manifests = ['gleaner.plugin.json', 'package.json'];

/** True for a file at the top level of the selected folder, or for a file that was selected individually. */
const isAtTop = ({ webkitRelativePath: path }: File): boolean => path === '' || path.split('/').length === 2;

/** True if a file is a plugin manifest. `package.json` must have a `gleaner` key. */
async function isManifest(file: File): Promise<boolean> {
  if (file.name === manifests[0]) return true;
  return file.name === manifests[1] && /"gleaner"\s*:/.test(await file.text());
}

/**
 * Returns the files to upload. From a selected folder, returns only the scripts or, if the folder has a manifest, a
 * single archive.
 */
export async function pluginUploads(files: readonly File[]): Promise<readonly File[]> {
  const top = files.filter(isAtTop);
  const inFolder = top.filter(({ webkitRelativePath: path }) => path !== '');
  if (inFolder.length === 0) return top;
  const marked = await Promise.all(inFolder.map(isManifest));
  const scripts = inFolder.filter(({ name }) => scriptName.test(name));
  return marked.includes(true) ? [await archiveOf(inFolder)] : scripts;
}

async function archiveOf(files: readonly File[]): Promise<File> {
  const { packTar } = await import('modern-tar');
  const wanted = files.filter(({ name }) => scriptName.test(name) || manifests.includes(name));
  const entries = wanted.map(async (file) => ({
    header: { name: `package/${file.name}`, size: file.size },
    body: new Uint8Array(await file.arrayBuffer()),
  }));
  const tar = await packTar(await Promise.all(entries));
  const packed = new Blob([tar as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'));
  const folder = files[0]?.webkitRelativePath.split('/')[0] ?? 'plugin';
  return new File([await new Response(packed).blob()], `${folder}.tgz`);
}

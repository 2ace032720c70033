import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { closeLocally, listenLocally } from './local-server';

interface Published {
  readonly archive: Uint8Array;
  /** Values that override fields of `dist`. */
  readonly dist: object;
}

/** A registry on a free loopback port. It responds like npm's registry. */
export interface NpmRegistry {
  readonly url: string;
  /** Requested paths so far. */
  readonly requested: string[];
  /** Publishes a version of a package and tags it as the latest. */
  publish(name: string, version: string, files: Readonly<Record<string, string>>, dist?: object): Promise<void>;
  close(): Promise<void>;
}

const integrityOf = (bytes: Uint8Array): string => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/** Starts an empty registry. */
export async function startNpmRegistry(): Promise<NpmRegistry> {
  const packages = new Map<string, Map<string, Published>>();
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/').slice(1);
    requested.push(path);
    const [name = '', file] = path.split('/-/');
    const versions = packages.get(name);
    if (!versions) return void response.writeHead(404).end('{"error":"Not found"}');
    const archive = file && versions.get(file.replace(/^.*?-(\d+\.\d+\.\d+.*)\.tgz$/, '$1'))?.archive;
    if (file) return void response.writeHead(archive ? 200 : 404).end(archive);
    const described = [...versions].map(([version, { archive: bytes, dist }]) => [
      version,
      {
        ...{ name, version },
        dist: {
          tarball: `${url}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
          integrity: integrityOf(bytes),
          ...dist,
        },
      },
    ]);
    const latest = [...versions.keys()].at(-1);
    response.setHeader('content-type', 'application/vnd.npm.install-v1+json');
    response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(described) }));
  });
  const url = await listenLocally(server);
  return {
    url,
    requested,
    async publish(name, version, files, dist = {}) {
      const entries = Object.entries(files).map(([path, body]) => ({
        header: { name: `package/${path}`, size: Buffer.byteLength(body) },
        body,
      }));
      const versions = packages.get(name) ?? new Map<string, Published>();
      versions.delete(version);
      packages.set(name, versions.set(version, { archive: gzipSync(await packTar(entries)), dist }));
    },
    close: () => closeLocally(server),
  };
}

import { createHash } from 'node:crypto';
import { maxSatisfying, validRange } from 'semver';
import { z } from 'zod';
import { AppError } from '../../common/errors';
import type { GuardedHttp } from '../../contract/plugin';

/** A package downloaded from an npm registry and verified. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** Archive of the package (`.tgz`). */
  readonly bytes: Uint8Array;
}

/** Downloads a package by its name, such as `reading-time` or `@ada/reading-time@1.2.0`. */
export type FetchPackage = (spec: string, signal: AbortSignal) => Promise<NpmPackage>;
/** Injection token for the function that downloads packages. */
export const FetchPackage = Symbol('FetchPackage');

const specPattern = /^(?:npm:)?((?:@[a-z0-9-][\w.-]*\/)?[a-z0-9-][\w.-]*)(?:@([^@/\\:]{1,100}))?$/i;
const maxNameLength = 214;
/** Maximum size of a package's metadata and of its archive, in bytes. */
const maxBytes = 20 * 1024 * 1024;
const timeoutMs = 60_000;

const dist = z.object({ tarball: z.url({ protocol: /^https?$/ }), integrity: z.string().optional() });
const packument = z.object({
  'dist-tags': z.record(z.string(), z.string()).default({}),
  versions: z.record(z.string(), z.unknown()).default({}),
});

/** Parses a package name with an optional version, tag or range. Undefined if the text has a different format. */
export function parseSpec(spec: string): { readonly name: string; readonly wanted: string } | undefined {
  const [, name, wanted = 'latest'] = specPattern.exec(spec) ?? [];
  return name === undefined || name.length > maxNameLength ? undefined : { name, wanted };
}

/**
 * Downloads a package from a registry and verifies its SHA-512 hash. Does not run its code. Throws NOT_FOUND if the
 * package or version does not exist, and BAD_REQUEST if the package cannot be verified.
 */
export async function downloadPackage(
  { http, registry }: { readonly http: GuardedHttp; readonly registry: URL },
  { name, wanted }: { readonly name: string; readonly wanted: string },
  signal: AbortSignal,
): Promise<NpmPackage> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const load = (url: URL, accept: string) => bytesAt(http, url, { accept, signal: ending });
  const described = await load(
    new URL(name.replace('/', '%2f'), registry),
    'application/vnd.npm.install-v1+json, application/json;q=0.8',
  );
  if (!described) throw new AppError('NOT_FOUND', `The registry ${registry.host} has no package ${name}.`);
  const { 'dist-tags': tags, versions } = parse(packument, jsonOf(described), `${name} by ${registry.host}`);
  const version = tags[wanted] ?? (validRange(wanted) === null ? null : maxSatisfying(Object.keys(versions), wanted));
  const found = version === null ? undefined : versions[version];
  if (version === null || found === undefined)
    throw new AppError('NOT_FOUND', `The package ${name} has no version ${wanted}.`);
  const id = `${name}@${version}`;
  const { tarball, integrity = '' } = parse(z.object({ dist }), found, id).dist;
  const expected = /(?:^|\s)sha512-([\w+/]+=*)/.exec(integrity)?.[1];
  if (expected === undefined)
    throw new AppError(
      'BAD_REQUEST',
      `The registry provides no SHA-512 checksum for ${id}, so the package cannot be verified.`,
    );
  const bytes = await load(tarballIn(registry, tarball), 'application/octet-stream');
  if (!bytes) throw new AppError('NOT_FOUND', `The archive of ${id} does not exist.`);
  if (createHash('sha512').update(bytes).digest('base64') !== expected)
    throw new AppError(
      'BAD_REQUEST',
      `The archive of ${id} does not match the SHA-512 checksum that the registry provides.`,
    );
  return { name, version, bytes };
}

/** Returns the URL of an archive. Replaces the public registry in the URL with the configured registry, as npm does. */
function tarballIn(registry: URL, tarball: string): URL {
  const url = new URL(tarball);
  return url.host === 'registry.npmjs.org' ? new URL(`.${url.pathname}`, registry) : url;
}

/** Fetches a URL and returns the body of the response. Undefined if the status is 404. */
async function bytesAt(
  http: GuardedHttp,
  url: URL,
  { accept, signal }: { readonly accept: string; readonly signal: AbortSignal },
): Promise<Uint8Array | undefined> {
  const answer = await http.fetch(url.href, { headers: { accept }, signal }).catch((thrown: unknown) => {
    if (!(thrown instanceof DOMException)) throw thrown;
    throw new AppError('BAD_REQUEST', `The registry ${url.host} did not respond within ${timeoutMs / 1000} s.`);
  });
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > maxBytes) throw new AppError('BAD_REQUEST', `${url.host} returned more than 20 MB.`);
    pieces.push(piece);
  }
  if (answer.status === 404) return undefined;
  if (answer.ok) return Buffer.concat(pieces);
  throw new AppError('BAD_REQUEST', `The registry ${url.host} returned HTTP ${answer.status}.`);
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
}

function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('BAD_REQUEST', `The registry returned no valid package metadata for ${what}.`);
}

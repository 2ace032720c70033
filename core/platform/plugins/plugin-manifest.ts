import { satisfies, valid, validRange } from 'semver';
import { z } from 'zod';
import { AppError } from '../../common/errors';
import { type PluginManifest, pluginKinds } from '../../common/plugin-files';
import { isObject } from '../../common/values/json';

/** Name of the file that describes a plugin. A `gleaner` key in `package.json` may be used instead. */
export const manifestName = 'gleaner.plugin.json';

const contribution = new RegExp(`^(?:${pluginKinds.join('|')}):[A-Za-z][\\w-]{0,60}$`);
/**
 * Matches an entry in the list of permitted hosts: a host, a reference to a setting that contains the host, or
 * `{page}`. With `{page}`, scripts in the page may access any host.
 */
const host = /^(?:(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?|\{setting:[a-z]\w{0,60}\}|\{page\})$/i;

const text = (message: string, max = 200) =>
  z.string(`must be ${message}`).trim().min(1, `must be ${message}`).max(max);
const matching = (pattern: RegExp, message: string) =>
  z.string(`must be ${message}`).regex(pattern, `must be ${message}`);

const permissions = z.strictObject({
  hosts: z
    .array(matching(host, 'a host such as "api.example.com", "*.example.com" or "api.example.com:8443"'))
    .max(20)
    .default([]),
  secrets: z
    .array(matching(/^[\w.-]{1,100}$/, 'the name of a saved secret, such as "EXAMPLE_KEY"'))
    .max(20)
    .default([]),
  trusted: z.boolean('must be true or false').default(false),
});

const manifest = z.strictObject({
  id: matching(
    /^[a-z][a-z0-9-]{0,60}$/,
    'a short name of lower-case letters, digits and hyphens, such as "reading-time"',
  ),
  version: z.string('must be a version such as "1.0.0"').refine((version) => valid(version) !== null, {
    message: 'must be a version such as "1.0.0"',
  }),
  engine: z
    .string('must be a range of Gleaner versions such as ">=0.1"')
    .refine((range) => validRange(range) !== null, {
      message: 'must be a range of Gleaner versions such as ">=0.1"',
    }),
  main: matching(/^\w[\w.-]{0,100}\.m?js$/, 'the name of a script next to the manifest, such as "index.mjs"').default(
    'index.mjs',
  ),
  contributions: z
    .array(matching(contribution, 'a kind and an id such as "format:readingTime"'))
    .min(1, 'must list at least one contribution, such as "format:readingTime"')
    .max(20),
  permissions: permissions.prefault({}),
  author: text('the name of the author').optional(),
  license: text('an SPDX identifier such as "MIT"').optional(),
  homepage: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
  /** Set by Gleaner, never taken from the manifest of the plugin. */
  source: text('the package from which it was installed', 400).optional(),
});

/** Fields of `package.json` that are used if the `gleaner` key does not contain them. */
const packageFields = ['version', 'author', 'license', 'homepage'] as const;

/** Files of a plugin that may contain its manifest. */
export interface ManifestFiles {
  /** Content of `gleaner.plugin.json`. */
  readonly own?: string;
  /** Content of `package.json`. */
  readonly package?: string;
}

/**
 * Reads the manifest of a plugin, if any. Throws BAD_REQUEST for an invalid manifest, with a sentence that says how to
 * correct it.
 */
export function readManifest({ own, package: packed }: ManifestFiles): PluginManifest | undefined {
  if (own !== undefined) return parseManifest(jsonOf(own, manifestName), manifestName);
  if (packed === undefined) return undefined;
  const { gleaner, ...all } = jsonOf(packed, 'package.json');
  if (gleaner === undefined) return undefined;
  const name = 'the "gleaner" key in package.json';
  if (!isObject(gleaner))
    throw new AppError('BAD_REQUEST', `${name} must be an object with the same keys as ${manifestName}.`);
  const shared = packageFields.flatMap((key) => {
    const value = key === 'author' && isObject(all.author) ? all.author.name : all[key];
    return value === undefined ? [] : [[key, value]];
  });
  return parseManifest({ ...Object.fromEntries(shared), ...gleaner }, name);
}

/** Throws BAD_REQUEST if a plugin requires a different version of Gleaner. */
export function assertEngine({ id, engine }: PluginManifest, version: string): void {
  if (satisfies(version, engine, { includePrerelease: true })) return;
  throw new AppError(
    'BAD_REQUEST',
    `the plugin ${id} requires Gleaner ${engine}, but this is version ${version}; install another version of the plugin or of Gleaner.`,
  );
}

function parseManifest(value: Readonly<Record<string, unknown>>, name: string): PluginManifest {
  const parsed = manifest.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError('BAD_REQUEST', `${name} is invalid: ${parsed.error.issues.slice(0, 5).map(sentenceOf).join(' ')}`);
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = (path === 'permissions' ? permissions : manifest).shape;
    return `remove ${issue.keys.map((key) => `"${key}"`).join(', ')}; the known keys${path && ` of "${path}"`} are ${Object.keys(known).join(', ')}.`;
  }
  if (issue.code === 'too_big') return `"${path}" is too long; shorten it to ${issue.maximum}.`;
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input'))
    return `"${path}" must be ${issue.expected === 'array' ? 'a list' : `an ${issue.expected}`}.`;
  return `"${path}" ${issue.message}.`;
}

function jsonOf(content: string, name: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (thrown) {
    throw new AppError(
      'BAD_REQUEST',
      `${name} is not valid JSON: ${thrown instanceof Error ? thrown.message : thrown}.`,
    );
  }
  if (!isObject(value)) throw new AppError('BAD_REQUEST', `${name} must contain a JSON object.`);
  return value;
}

import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../common/errors';

/** npm options that Gleaner respects. */
export interface NpmOptions {
  /** Registry set in the environment. It takes precedence over the configuration file. */
  readonly registry?: string;
  /** Path of the user's `.npmrc`. */
  readonly userConfig: string;
}

const defaultRegistry = 'https://registry.npmjs.org/';

/** Reads npm's options from the environment. Like npm, accepts variable names in lower and upper case. */
export function npmOptions(env: NodeJS.ProcessEnv): NpmOptions {
  const option = (name: string) => env[`npm_config_${name}`] || env[`NPM_CONFIG_${name.toUpperCase()}`] || undefined;
  return { registry: option('registry'), userConfig: option('userconfig') ?? join(homedir(), '.npmrc') };
}

/**
 * Returns the URL of the registry that npm uses for a package. The registry for the package's scope takes precedence.
 * Throws BAD_REQUEST if the URL is invalid or contains a password.
 */
export async function registryOf(name: string, { registry, userConfig }: NpmOptions): Promise<URL> {
  const config = configOf(await readFile(userConfig, 'utf8').catch(() => ''));
  const scope = name.startsWith('@') ? config.get(`${name.split('/', 1)[0]}:registry`) : undefined;
  const address = scope ?? registry ?? config.get('registry') ?? defaultRegistry;
  const url = URL.parse(address.endsWith('/') ? address : `${address}/`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new AppError(
      'BAD_REQUEST',
      'The npm registry in your npm configuration must be an http(s) URL without a user name and password.',
    );
  return url;
}

/** Parses the `key = value` lines of an `.npmrc`. */
function configOf(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => line.includes('=') && !/^\s*[#;]/.test(line));
  return new Map(
    lines.map((line) => {
      const at = line.indexOf('=');
      const value = line.slice(at + 1).trim();
      return [line.slice(0, at).trim(), /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value];
    }),
  );
}

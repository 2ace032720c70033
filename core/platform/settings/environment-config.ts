import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { type Config, metaOf } from './setting-secrets';

/**
 * Returns plugin settings in which environment variables override stored values. A field's `environment` metadata names
 * the variable. If the environment changes the URL to which stored secrets would be sent, omits these secrets.
 */
export function withEnvironment(
  schema: z.ZodObject,
  stored: Config,
  variables: Readonly<Record<string, string>>,
): Config {
  const fields = Object.entries(schema.shape).map(([field, type]) => [field, metaOf(type)] as const);
  const given = fields.flatMap(([field, { environment }]) => {
    const value = typeof environment === 'string' ? variables[environment] : undefined;
    return value === undefined ? [] : [[field, value] as const];
  });
  const changed = Object.fromEntries(given);
  const isElsewhere = fields.some(
    ([field, { bindsSecrets }]) =>
      bindsSecrets === true && field in changed && !isDeepStrictEqual(changed[field], stored[field]),
  );
  const secrets = new Set(fields.filter(([, { secret }]) => secret === true).map(([field]) => field));
  const kept = Object.entries(stored).filter(([field]) => !(isElsewhere && secrets.has(field)));
  return { ...Object.fromEntries(kept), ...changed };
}

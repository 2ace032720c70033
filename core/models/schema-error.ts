import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

const options: Options = { strict: false, validateFormats: false, logger: false };

/** Why a JSON schema does not compile; undefined when it does. Formats, keywords and dialects nobody knows are allowed. */
export function schemaError(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return 'it is not an object';
  const { $schema: dialect, ...rest } = schema as { readonly $schema?: unknown };
  const compiler = /20(?:19-09|20-12)/.test(String(dialect)) ? new Ajv2020(options) : new Ajv(options);
  try {
    compiler.compile(rest);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

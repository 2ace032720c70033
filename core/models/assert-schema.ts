import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { AppError } from '../common/errors';

const options: Options = { strict: false, validateFormats: false, logger: false };

/** Throws BAD_REQUEST when a JSON schema does not compile; `name` is what the sentence calls it. */
export function assertSchema(schema: unknown, name = 'The schema'): void {
  const wrong = schemaError(schema);
  if (wrong !== undefined) throw new AppError('BAD_REQUEST', `${name} is not a valid JSON schema: ${wrong}.`);
}

/** Why a JSON schema does not compile; undefined when it does. Formats, keywords and dialects nobody knows are allowed. */
function schemaError(schema: unknown): string | undefined {
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

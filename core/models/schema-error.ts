import { Ajv } from 'ajv';

/** Why a JSON schema does not compile; undefined when it does. Formats and keywords nobody knows are allowed. */
export function schemaError(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return 'it is not an object';
  try {
    new Ajv({ strict: false, validateFormats: false, logger: false }).compile(schema);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

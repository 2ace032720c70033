import { z } from 'zod';
import { AppError } from '../../../common/errors';
import type { Plugin } from '../../../contract/plugin';
import type { CallInput, PluginDescription } from '../messages';
import { host } from './host';
import { asks, methods } from './methods';
import { settle } from './request';
import { valuesOf } from './values';

let plugins: readonly Plugin[] = [];

/** Registers the default export of the plugin's script, which is a plugin or a list of plugins. */
export function register(exported: unknown): void {
  plugins = (Array.isArray(exported) ? exported : [exported]) as readonly Plugin[];
}

host.install(() => JSON.stringify(plugins.map(describe)), serve, settle);

const schemaOf = (schema: unknown): object | undefined =>
  schema instanceof z.ZodObject ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) : undefined;

/** Fields that only trusted plugins may have. */
const trustedFields = ['setup', 'capture', 'ofFile', 'extracts', 'fields', 'v1', 'cost', 'recognises', 'waitMs'];

/** Fields of a plugin that are copied into its description. */
const copied = [
  ...(['needs', 'requires', 'versions', 'sources', 'mediaTypes', 'extensions', 'whenOff'] as const),
  ...(['fallback', 'optIn', 'takesPictures'] as const),
] as const;

function describe(plugin: Plugin): PluginDescription {
  const fields = (plugin ?? {}) as unknown as Readonly<Record<string, unknown>>;
  const { kind, id = fields.type, summary, as } = fields;
  return {
    ...{ kind: String(kind), id: String(id), summary: String(summary) },
    ...Object.fromEntries(copied.map((name) => [name, fields[name]])),
    as: typeof as === 'string' ? as : undefined,
    asks: kind === 'model' ? asks(plugin as never) : undefined,
    options: schemaOf(kind === 'action' ? fields.schema : fields.options),
    config: schemaOf(fields.config),
    trustedFields: trustedFields.filter((name) => fields[name] !== undefined),
  };
}

/** Runs a function of a plugin and returns its result, or the error that it reports, as JSON. */
async function serve(call: string): Promise<string> {
  const { index, method, kinds, input } = JSON.parse(call) as CallInput;
  try {
    const result = await methods[method](plugins[index] as never, input as never, valuesOf(kinds));
    return JSON.stringify(result);
  } catch (thrown) {
    if (thrown instanceof z.ZodError) thrown.message = sentenceOf(thrown);
    if (!(thrown instanceof AppError)) throw thrown;
    return JSON.stringify({ error: { code: thrown.code, message: thrown.message } });
  }
}

/** Summarizes the first issues of a validation error, because the error's own message is multi-line JSON. */
function sentenceOf({ issues }: z.ZodError): string {
  const shown = issues.slice(0, 3).map(({ path, message }) => {
    const reason = message.replace(/^Invalid input: /, '');
    return path.length > 0 ? `${path.join('.')}: ${reason}` : reason;
  });
  return `${shown.join(', ')}${issues.length > 3 ? ` and ${issues.length - 3} more` : ''}`;
}

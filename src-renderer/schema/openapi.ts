import { engineText, t } from '../texts/i18n';
import type { JsonSchema } from './json-schema';
import { withBodyKeys } from './text-keys';

interface Media {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}
type Content = Readonly<Record<string, Media>>;

interface RawOperation {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
}

/** The part of an OpenAPI document that is shown in the API reference. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
}

/** A path or query parameter. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

/** A response from a route. */
export interface Answer {
  readonly status: string;
  readonly description: string;
  readonly schema?: JsonSchema;
}

/** An API route. */
export interface Operation {
  /** ID used in the view's URL, e.g. `post-v2-scrape`. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body?: JsonSchema;
  readonly example?: unknown;
  readonly answers: readonly Answer[];
}

/** Routes that share a tag. */
export interface OperationGroup {
  readonly tag: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

const json = (content: Content | undefined): Media | undefined =>
  content?.['application/json'] ?? Object.values(content ?? {})[0];

/** Returns the job kind that a route starts, e.g. `batch` for `/v2/batch/scrape`. Undefined for nested routes. */
const kindOf = (path: string): string | undefined => /^\/v\d\/(\w+)(?:\/scrape)?$/.exec(path)?.[1];

const methodOrder = ['post', 'get', 'put', 'patch', 'delete'];

function toOperation(path: string, method: string, raw: RawOperation, pageOptions: readonly string[]): Operation {
  const kind = kindOf(path);
  const body = json(raw.requestBody?.content);
  const summary = raw.summary ?? raw.description ?? '';
  return {
    id: `${method}${path.replaceAll(/[{}]/g, '').replaceAll('/', '-')}`,
    method: method.toUpperCase(),
    path,
    summary,
    description: raw.description?.replace(/\.$/, '') === summary ? '' : (raw.description ?? ''),
    parameters: raw.parameters ?? [],
    body: kind && body?.schema ? withBodyKeys(kind, body.schema, pageOptions) : body?.schema,
    example: body?.example,
    answers: Object.entries(raw.responses ?? {}).map(([status, { description = '', content }]) => ({
      status,
      description: description === 'Default Response' ? '' : description,
      schema: json(content)?.schema,
    })),
  };
}

/**
 * Groups the routes of a document by tag. Tags declared in the document come first. All other tags follow, sorted by
 * name.
 */
export function operationGroups({ paths, tags = [] }: OpenApi): readonly OperationGroup[] {
  const scrape = json(paths['/v2/scrape']?.post?.requestBody?.content)?.schema;
  const pageOptions = Object.keys(scrape?.properties ?? {});
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      tag: raw.tags?.[0] ?? 'service',
      place: methodOrder.indexOf(method),
      operation: toOperation(path, method, raw, pageOptions),
    })),
  );
  const rank = (tag: string): number => tags.findIndex(({ name }) => name === tag) + 1 || tags.length + 1;
  const names = [...new Set(all.map(({ tag }) => tag))].toSorted(
    (one, other) => rank(one) - rank(other) || one.localeCompare(other),
  );
  return names.map((tag) => ({
    tag,
    description: tags.find(({ name }) => name === tag)?.description ?? '',
    operations: all
      .filter((one) => one.tag === tag)
      .toSorted((one, other) => one.operation.path.localeCompare(other.operation.path) || one.place - other.place)
      .map(({ operation }) => operation),
  }));
}

/** Returns a summary or description from an OpenAPI document in the display language. */
export const routeText = (english: string): string => engineText(`route.${english}`, english);

/** Returns a root schema for resolving references to the document's named schemas. */
export const schemaRoot = ({ components }: OpenApi): JsonSchema => ({ $defs: components?.schemas ?? {} });

/** Lists alternatives, e.g. `string or number`. */
const anyOf = (texts: readonly string[]): string =>
  texts.slice(1).reduce((first, second) => t('reference.or', { first, second }), texts[0] ?? '');

/** Describes a type briefly, e.g. `string`, `list of string`, `"basic" or "stealth"`. */
export function typeText(schema: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema, depth = 0): string {
  const own = resolve(schema);
  if (own.const !== undefined) return JSON.stringify(own.const);
  if (own.enum) return anyOf(own.enum.map((value) => JSON.stringify(value)));
  const branches = own.anyOf ?? own.oneOf;
  if (branches && depth < 3) {
    const texts = branches.map((branch) => typeText(branch, resolve, depth + 1));
    const [first, ...rest] = new Set(texts);
    return rest.length > 7 ? t('reference.oneOfMore', { first, rest: rest.length }) : anyOf([...new Set(texts)]);
  }
  const type = Array.isArray(own.type) ? anyOf(own.type) : (own.type as string | undefined);
  if (type === 'array')
    return own.items && depth < 3
      ? t('reference.listOf', { items: typeText(own.items, resolve, depth + 1) })
      : t('reference.list');
  return type ?? t('reference.anyValue');
}

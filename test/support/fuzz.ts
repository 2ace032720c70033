import { Agent, request } from 'node:http';

/** A request that should be rejected, and the expected response. */
export interface FuzzCase {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Accepted status codes. By default, all below 500. */
  readonly expected?: readonly number[];
}

/** Response to a request from the fuzzer. */
export interface FuzzAnswer {
  readonly status: number;
  readonly text: string;
  readonly type: string;
}

// biome-ignore lint/suspicious/noExplicitAny: JSON schemas of every shape are walked
export type JsonSchema = Readonly<Record<string, any>>;

/** Returns a generator of pseudo-random numbers from 0 to 1. The same seed yields the same numbers. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Sends requests over persistent connections. A missing response is an error. */
export class FuzzClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 12 });

  constructor(
    private readonly port: number,
    private readonly key: string,
  ) {}

  send({ method, path, headers, body }: FuzzCase): Promise<FuzzAnswer> {
    const standard = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const call = request(
        {
          host: '127.0.0.1',
          port: this.port,
          agent: this.#agent,
          method,
          path,
          headers: {
            ...standard,
            ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
          timeout: 15_000,
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              text: Buffer.concat(chunks).toString(),
              type: answer.headers['content-type'] ?? '',
            }),
          );
          answer.on('error', reject);
        },
      );
      call.on('timeout', () => call.destroy(new Error(`no answer within 15 s: ${method} ${path}`)));
      call.on('error', reject).end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
};

/** Returns the JSON types allowed by a schema. */
export function typesOf(schema: JsonSchema, root: JsonSchema): Set<string> {
  const { $ref, anyOf, oneOf, allOf, type, enum: values } = schema;
  if ($ref) return typesOf(resolve($ref, root), root);
  const branches = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])] as JsonSchema[];
  if (branches.length > 0) return new Set(branches.flatMap((branch) => [...typesOf(branch, root)]));
  if (type === 'number') return new Set(['number', 'integer']);
  if (Array.isArray(type)) return new Set(type as string[]);
  if (type) return new Set([type as string]);
  if ('const' in schema) return new Set([typeOf(schema.const)]);
  if (values) return new Set((values as unknown[]).map(typeOf));
  return new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
}

function resolve(reference: string, root: JsonSchema): JsonSchema {
  return reference
    .slice(2)
    .split('/')
    .reduce<JsonSchema>((at, step) => at[step] as JsonSchema, root);
}

/** Returns all fields of a schema with their paths. Paths through lists use the first item. */
export function fieldsOf(
  schema: JsonSchema,
  root: JsonSchema,
  way: readonly (string | number)[] = [],
): { way: readonly (string | number)[]; schema: JsonSchema }[] {
  if (way.length > 5) return [];
  if (schema.$ref) return fieldsOf(resolve(schema.$ref, root), root, way);
  const found: { way: readonly (string | number)[]; schema: JsonSchema }[] = [];
  for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as JsonSchema[]) {
    found.push(...fieldsOf(branch, root, way));
  }
  for (const [name, inner] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    found.push({ way: [...way, name], schema: inner }, ...fieldsOf(inner, root, [...way, name]));
  }
  if (schema.items) found.push(...fieldsOf(schema.items as JsonSchema, root, [...way, 0]));
  return found;
}

/** True if no branch of the schema allows the value's type. */
export function isWrongType(value: unknown, schema: JsonSchema, root: JsonSchema): boolean {
  return !typesOf(schema, root).has(typeOf(value));
}

/** Returns a copy of a body with one value set. Creates missing objects and lists along the path. */
export function withValue(body: object, way: readonly (string | number)[], value: unknown): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>;
  let at: Record<string | number, unknown> = copy;
  way.forEach((step, index) => {
    if (index === way.length - 1) {
      at[step] = value;
      return;
    }
    const next = at[step];
    if (typeof next !== 'object' || next === null) at[step] = typeof way[index + 1] === 'number' ? [] : {};
    at = at[step] as Record<string | number, unknown>;
  });
  return copy;
}

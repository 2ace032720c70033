import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Example body shown in the API description. */
    example?: Readonly<Record<string, unknown>>;
  }
}

/**
 * Serves the OpenAPI document at `/openapi.json`, generated from the validation schemas. `/docs` redirects to the UI,
 * which displays the document.
 */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  const examples = new Map<string, unknown>();
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.example)
      examples.set(`${String(method).toLowerCase()} ${url.replace(/:(\w+)/g, '{$1}')}`, config.example);
  });
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Gleaner', version, description: 'Turns web pages into content and data.' },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      security: [{ key: [] }],
      // Order in which API viewers display the tags.
      tags: [
        { name: 'v2', description: 'Current version of the API.' },
        { name: 'v1', description: 'Previous version of the API, for existing clients.' },
      ],
    },
    transform: withSummary,
    transformObject: (input) => withExamples(jsonSchemaTransformObject(input), examples),
  });
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
  app.get('/docs', { schema: { hide: true } }, (_, reply) => reply.redirect('/#/reference'));
}

/** Sets the summary of each route to the first sentence of its description. */
const withSummary: typeof jsonSchemaTransform = (route) => {
  const { schema, ...rest } = jsonSchemaTransform(route);
  const summary = /^.*?(?=\.(?:\s|$)|$)/.exec(schema.description ?? '')?.[0];
  return { ...rest, schema: summary ? { ...schema, summary } : schema };
};

type Document = ReturnType<typeof jsonSchemaTransformObject>;

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
}

/** Adds each route's example to its request body in the document. */
function withExamples(document: Document, examples: ReadonlyMap<string, unknown>): Document {
  const paths = Object.entries(document.paths ?? {}).map(([path, methods]) => {
    const operations = Object.entries((methods ?? {}) as Readonly<Record<string, Operation>>);
    const changed = operations.map(([method, operation]) => [
      method,
      withExample(operation, examples.get(`${method} ${path}`)),
    ]);
    return [path, Object.fromEntries(changed)];
  });
  return { ...document, paths: Object.fromEntries(paths) } as Document;
}

function withExample(operation: Operation, example: unknown): Operation {
  const { requestBody } = operation;
  if (example === undefined || !requestBody) return operation;
  const content = Object.entries(requestBody.content).map(([type, media]) => [type, { ...media, example }]);
  return { ...operation, requestBody: { ...requestBody, content: Object.fromEntries(content) } };
}

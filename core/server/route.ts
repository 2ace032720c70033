import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { ServiceIdentifier } from 'inversify';
import { z } from 'zod';
import type { Answer } from '../common/answer';
import { errorAnswers } from '../common/api/responses';
import { addUploadRoute } from './uploads';

/** Callers that may use a route: everybody, callers with a key, or only the user of this machine. */
export type Access = 'open' | 'key' | 'owner';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required access. Defaults to `key`. */
    access?: Access;
    /** Schema of a JSON response, or the media type of any other response. */
    answer?: z.ZodType | string;
  }
}

interface RouteFacts<Params, Query, Headers, Body, Reply> {
  /** Required access. Defaults to `key`. */
  readonly access?: Access;
  readonly params?: Params;
  readonly query?: Query;
  readonly headers?: Headers;
  readonly body?: Body;
  /**
   * Schema of a JSON response, or the media type of any other response. The schema also determines the response's type.
   */
  readonly answer?: Reply;
  /** One-sentence description of the route. Routes without a description are omitted from the API description. */
  readonly description?: string;
  /** Route group in the API description. */
  readonly tag?: string;
  /** Example body for the API description. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Media type of bodies that are passed on as streams instead of being parsed as JSON. */
  readonly streams?: string;
  /** True when the body may be a form that contains a file. See `addUploadRoute`. */
  readonly takesFile?: boolean;
  /** Additional Fastify route options. */
  readonly options?: Pick<RouteOptions, 'attachValidation' | 'bodyLimit' | 'preValidation' | 'wsHandler'>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Value<Schema> = Schema extends z.ZodType ? z.output<Schema> : unknown;
type Sent<Reply> = Reply extends z.ZodType ? Answer<Reply> | FastifyReply : unknown;

/** A route: its access, request, response and handler. */
export interface Route extends RouteFacts<z.ZodType, z.ZodType, z.ZodType, z.ZodType, z.ZodType | string> {
  readonly method: Method;
  readonly url: string;
  handle(request: FastifyRequest, reply: FastifyReply): unknown;
}

/** Creates a route. Its schemas determine the types of the request and response. */
export function route<
  Params extends z.ZodType | undefined,
  Query extends z.ZodType | undefined,
  Headers extends z.ZodType | undefined,
  Body extends z.ZodType | undefined,
  Reply extends z.ZodType | string,
>(
  method: Method,
  url: string,
  facts: RouteFacts<Params, Query, Headers, Body, Reply>,
  handle: (
    request: FastifyRequest<{
      Params: Value<Params>;
      Querystring: Value<Query>;
      Headers: Value<Headers>;
      Body: Value<Body>;
    }>,
    reply: FastifyReply,
  ) => Sent<Reply> | Promise<Sent<Reply>>,
): Route {
  return { ...facts, method, url, handle } as Route;
}

/** Routes that use the same services. `services` contains the injection tokens of these services. */
export interface RouteGroup {
  readonly services: readonly ServiceIdentifier[];
  routes(...services: readonly unknown[]): readonly Route[];
}

/** Creates a route group from the injection tokens of its services. */
export function routeGroup<Services extends readonly unknown[]>(
  services: { readonly [Index in keyof Services]: ServiceIdentifier<Services[Index]> },
  routes: (...services: Services) => readonly Route[],
): RouteGroup {
  return { services, routes } as RouteGroup;
}

/** Registers a route. */
export async function addRoute(app: FastifyInstance, route: Route): Promise<void> {
  const { method, url, handle: handler, streams, takesFile, options } = route;
  const served = { ...options, method, url, handler, schema: schemaOf(route), config: configOf(route) };
  if (takesFile) return addUploadRoute(app, served);
  if (streams === undefined) return void app.route(served);
  await app.register(async (scope) => {
    scope.addContentTypeParser(streams, (_request, payload, done) => done(null, payload));
    scope.route(served);
  });
}

function schemaOf({ params, query, headers, body, answer, description, tag }: Route) {
  const response = answer instanceof z.ZodType ? { 200: answer, ...errorAnswers } : undefined;
  const taken = { params, querystring: query, headers, body, response };
  const given = Object.entries(taken).filter(([, schema]) => schema !== undefined);
  const described = description === undefined ? { hide: true } : { description };
  return { ...Object.fromEntries(given), ...(tag ? { tags: [tag] } : {}), ...described };
}

const configOf = ({ access, answer, example }: Route) => ({ access, answer, example });

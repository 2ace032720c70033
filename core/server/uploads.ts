import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../common/errors';
import { isObject } from '../common/values/json';
import { maxFileBytes } from '../kinds/parse/parse-request';
import { checkJsonBounds, refusePrototypeKeys } from './json-bounds';

/** Base64 encodes three bytes as four. The additional megabyte is for the options and the form itself. */
const maxBodyBytes = Math.ceil((maxFileBytes * 4) / 3) + 1024 * 1024;
const maxOptionsBytes = 1024 * 1024;

/**
 * Serves a route that accepts a file. The body is either JSON with the file in Base64, or a form with the fields `file`
 * and `options`.
 */
export async function addUploadRoute(app: FastifyInstance, served: RouteOptions): Promise<void> {
  await app.register(async (scope) => {
    const limits = { fileSize: maxFileBytes, files: 1, fields: 10, fieldSize: maxOptionsBytes, parts: 11 };
    await scope.register(fastifyMultipart, { limits });
    const checks = [served.preValidation ?? []].flat();
    scope.route({ ...served, bodyLimit: maxBodyBytes, preValidation: [...checks, readForm] });
  });
}

/** Converts a form to the body of an equivalent JSON request. */
async function readForm(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return;
  try {
    request.body = await bodyOf(request);
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    // The form parser has no codes for most of its errors, but every error is the caller's fault.
    throw new AppError('BAD_REQUEST', `The form cannot be read: ${thrown instanceof Error ? thrown.message : thrown}.`);
  }
}

async function bodyOf(request: FastifyRequest): Promise<object> {
  let file: { name: string; content: Uint8Array } | undefined;
  let options: unknown;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname === 'options') options = parseOptions(String(part.value));
    } else if (part.fieldname === 'file') {
      file = { name: part.filename || 'file', content: await contentOf(part) };
    } else part.file.resume();
  }
  if (!file) throw new AppError('BAD_REQUEST', 'The form has no `file` part; send the file in a part named `file`.');
  return { ...(options as object | undefined), file };
}

async function contentOf(part: { toBuffer(): Promise<Buffer>; readonly filename: string }): Promise<Uint8Array> {
  try {
    return await part.toBuffer();
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code !== 'FST_REQ_FILE_TOO_LARGE') throw thrown;
    throw new AppError('BODY_TOO_LARGE', `${part.filename} is larger than 50 MB.`);
  }
}

function parseOptions(text: string): unknown {
  try {
    checkJsonBounds(text);
    const options: unknown = JSON.parse(text);
    refusePrototypeKeys(options);
    if (isObject(options)) return options;
  } catch (thrown) {
    throw new AppError('BAD_REQUEST_INVALID_JSON', `options: ${thrown instanceof Error ? thrown.message : thrown}.`);
  }
  throw new AppError('BAD_REQUEST', 'The `options` part must be a JSON object.');
}

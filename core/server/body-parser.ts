import type { FastifyInstance } from 'fastify';
import { AppError } from '../common/errors';

/** Reads JSON bodies, and only those: other types are refused, which also keeps forms of other sites out. */
export function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json\b/i, { parseAs: 'string' }, (request, body, done) => {
    // Some clients put a byte order mark in front.
    const text = String(body).replace(/^\uFEFF/, '');
    if (text.trim() === '') {
      if (request.method === 'DELETE' || request.method === 'GET') return done(null, undefined);
      return done(new AppError('BAD_REQUEST_INVALID_JSON', 'the body is empty; send a JSON object.'));
    }
    try {
      return done(null, JSON.parse(text, dropPrototypeKeys));
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      return done(new AppError('BAD_REQUEST_INVALID_JSON', `${reason}.`));
    }
  });
}

/** Refuses keys that could reach object prototypes. */
function dropPrototypeKeys(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Error('the key "__proto__" is not allowed');
  return value;
}

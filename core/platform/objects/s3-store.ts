import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { AppError } from '../../common/errors';
import type { ObjectStore, S3Options } from '../../ports/object-store';

/** Timeouts in ms for connecting and for a response, and maximum number of attempts per request. */
const [connectMs, answerMs, attempts] = [5000, 60_000, 3];
/** Timeout for reading a whole object, in ms. It also ends a response that trickles in byte by byte. */
const readMs = 5 * 60_000;

/** Maximum size of a response other than a stored object, in bytes. */
const maxAnswerBytes = 64 * 1024;

/** Aborts long responses to uploads and long error responses. The client would otherwise read them to the end. */
function limitAnswer({ method }: { readonly method: string }, answer: { statusCode: number; body: unknown }): void {
  const { statusCode, body } = answer;
  if ((method === 'GET' && statusCode < 300) || !(body instanceof Readable)) return;
  let size = 0;
  body.on('data', (piece: Uint8Array) => {
    size += piece.length;
    if (size > maxAnswerBytes) body.destroy(new Error('its response is too long'));
  });
  body.pause();
}

/** Objects stored in a bucket of an S3-compatible service. */
export class S3Store implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #name: string;

  private constructor({ bucket, endpoint, region, accessKeyId, secretAccessKey }: S3Options) {
    this.#bucket = bucket;
    this.#name = `${bucket} at ${endpoint ?? `AWS (${region})`}`;
    this.#client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      // Services other than AWS may not support the newer checksums. The client does not need them, because each stored
      // body already contains a checksum.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: attempts,
      requestHandler: { connectionTimeout: connectMs, requestTimeout: answerMs },
    });
    this.#client.middlewareStack.add(
      (next) => async (args) => {
        const answer = await next(args);
        limitAnswer(args.request as never, answer.response as never);
        return answer;
      },
      { step: 'deserialize', priority: 'low', name: 'limitAnswers' },
    );
  }

  /**
   * Checks that the bucket exists and is accessible. If not, throws STORAGE_ERROR or DATABASE_UNAVAILABLE with advice
   * for the user.
   */
  static async open(options: S3Options): Promise<S3Store> {
    const store = new S3Store(options);
    await store.#say(() => store.#client.send(new HeadBucketCommand({ Bucket: options.bucket })));
    return store;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const object = { Bucket: this.#bucket, Key: name, Body: bytes, ContentType: 'application/zstd' };
    await this.#say(() => this.#client.send(new PutObjectCommand(object)));
  }

  get(name: string, maxBytes: number): Promise<Uint8Array | undefined> {
    return this.#say(async () => {
      try {
        const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: name }), {
          abortSignal: AbortSignal.timeout(readMs),
        });
        return await bytesOf(Body as Readable | undefined, maxBytes);
      } catch (thrown) {
        if (thrown instanceof NoSuchKey) return undefined;
        throw thrown;
      }
    });
  }

  async remove(name: string): Promise<void> {
    await this.#say(() => this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: name })));
  }

  close(): void {
    this.#client.destroy();
  }

  async #say<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      throw this.#error(thrown);
    }
  }

  #error(cause: unknown): AppError {
    const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
    if (status === 401 || status === 403) {
      const sentence = `The object store ${this.#name} rejects the keys in GLEANER_S3_ACCESS_KEY_ID and GLEANER_S3_SECRET_ACCESS_KEY.`;
      return new AppError('STORAGE_ERROR', sentence, { cause });
    }
    if (status === 404) {
      const sentence = `There is no bucket ${this.#name}; create it, or correct GLEANER_S3_BUCKET.`;
      return new AppError('STORAGE_ERROR', sentence, { cause });
    }
    const reason = cause instanceof Error && cause.message ? cause.message : String(cause);
    const sentence = `The object store ${this.#name} is unavailable (${reason}). A running Gleaner continues automatically when the object store is back.`;
    return new AppError('DATABASE_UNAVAILABLE', sentence, { cause });
  }
}

/** Reads a body. If the body is longer than `maxBytes`, closes the connection and returns undefined. */
async function bytesOf(body: Readable | undefined, maxBytes: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';

/**
 * Time, in ms, for which an origin counts as sending invalid HTTP. During this time, its responses are parsed leniently
 * from the start.
 */
const rememberMs = 3600_000;

/** Origins whose responses the strict parser rejects. */
export type LenientOrigins = LRUCache<string, true>;

/** Creates an empty cache for origins whose responses the strict parser rejects. */
export const lenientOrigins = (): LenientOrigins => new LRUCache({ max: 1000, ttl: rememberMs });

/**
 * Retries a request over a lenient connection if its response is invalid HTTP. Retries only GET requests without a
 * body. Other requests use a lenient connection once their origin is known to send invalid HTTP.
 */
export function lenientFallback(
  sloppy: LenientOrigins,
  lenient: () => Dispatcher,
): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const origin = String(options.origin);
    if (options.method === 'HEAD' || options.upgrade) return dispatch(options, handler);
    if (sloppy.has(origin)) return lenient().dispatch(options, handler);
    const remember = () => void sloppy.set(origin, true);
    const again = (error: Error) => {
      if (!isLenient(error)) return false;
      if (options.method === 'GET' && !options.body)
        return lenient().dispatch(options, new WatchedHandler(handler, { begins: remember }));
      remember();
      return false;
    };
    const failsLate = (error: Error) => void (isLenient(error) && remember());
    return dispatch(options, new WatchedHandler(handler, { failsEarly: again, failsLate }));
  };
}

/** Callbacks for a response. */
interface AnswerEvents {
  /** Called when the headers of the response have arrived. */
  readonly begins?: () => void;
  /**
   * Called if an error occurs before the headers arrive or, for a chunked response, before the first chunk arrives.
   * Returns true if the request is retried.
   */
  readonly failsEarly?: (error: Error) => boolean;
  /** Called if an error occurs later. */
  readonly failsLate?: (error: Error) => void;
}

type ResponseStart = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>;

/**
 * Passes a response on to `handler` and calls the callbacks in `events`. Holds back the headers of a chunked response
 * until the first chunk arrives, so that the request can still be retried if the first chunk size is invalid.
 */
class WatchedHandler implements Dispatcher.DispatchHandler {
  #begun = false;
  #held: ResponseStart | undefined;

  constructor(
    private readonly handler: Dispatcher.DispatchHandler,
    private readonly events: AnswerEvents,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController, context: object): void {
    this.handler.onRequestStart?.(controller, context);
  }

  onRequestUpgrade(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestUpgrade']>>): void {
    this.handler.onRequestUpgrade?.(...args);
  }

  onResponseStart(...args: ResponseStart): void {
    const [, , headers] = args;
    if (this.events.failsEarly && /chunked/i.test(String(headers['transfer-encoding']))) this.#held = args;
    else this.#begin(args);
  }

  #begin(args: ResponseStart | undefined): void {
    if (!args) return;
    this.#held = undefined;
    this.#begun = true;
    this.events.begins?.();
    this.handler.onResponseStart?.(...args);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#begin(this.#held);
    this.handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseEnd']>>): void {
    this.#begin(this.#held);
    this.handler.onResponseEnd?.(...args);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#begun) this.events.failsLate?.(error);
    else if (this.events.failsEarly?.(error)) return;
    this.#begin(this.#held);
    this.handler.onResponseError?.(controller, error);
  }
}

/** True for an error caused by invalid HTTP, including the length mismatch caused by repeated Content-Length values. */
function isLenient(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined;
  return error.name === 'HTTPParserError' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
}

import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';

/** How long a server that sends sloppy HTTP is remembered, so that its next answers are read leniently at once. */
const rememberMs = 3600_000;

/** Origins whose answers the strict parser does not read. */
export type SloppyOrigins = LRUCache<string, true>;

/** Makes an empty memory of sloppy origins. */
export const sloppyOrigins = (): SloppyOrigins => new LRUCache({ max: 1000, ttl: rememberMs });

/**
 * Sends a request again over a lenient connection when its answer is no strict HTTP. Only requests without effects are sent
 * twice; the others are read leniently once their origin is known for it.
 */
export function lenientFallback(
  sloppy: SloppyOrigins,
  lenient: () => Dispatcher,
): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const origin = String(options.origin);
    if (options.method === 'HEAD' || options.upgrade) return dispatch(options, handler);
    if (sloppy.has(origin)) return lenient().dispatch(options, handler);
    const remember = () => void sloppy.set(origin, true);
    const again = (error: Error) => {
      if (!isSloppy(error)) return false;
      if (options.method === 'GET' && !options.body)
        return lenient().dispatch(options, new WatchedHandler(handler, { begins: remember }));
      remember();
      return false;
    };
    return dispatch(options, new WatchedHandler(handler, { failsEarly: again }));
  };
}

/** Points of an answer that are watched. */
interface AnswerEvents {
  /** Called with the head of the answer. */
  readonly begins?: () => void;
  /** Called with an error before the head; true when the request is sent again for it. */
  readonly failsEarly?: (error: Error) => boolean;
}

/** Passes an answer on to its handler. */
class WatchedHandler implements Dispatcher.DispatchHandler {
  #begun = false;

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

  onResponseStart(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>): void {
    this.#begun = true;
    this.events.begins?.();
    this.handler.onResponseStart?.(...args);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(...args: Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseEnd']>>): void {
    this.handler.onResponseEnd?.(...args);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#begun && this.events.failsEarly?.(error)) return;
    this.handler.onResponseError?.(controller, error);
  }
}

/** True for errors of the strict parser; lengths given twice are a mismatch to it. */
function isSloppy(error: Error): boolean {
  const code = 'code' in error ? error.code : undefined;
  return error.name === 'HTTPParserError' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
}

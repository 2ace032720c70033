/** An event sent by the engine. */
export interface StreamEvent {
  readonly type: string;
  readonly jobId?: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Callbacks for an event stream. */
export interface StreamListener {
  event(event: StreamEvent): void;
  /** Called each time the stream opens or reopens. */
  opened(): void;
  /** Called when the connection is lost. The stream then retries until it reopens. */
  lost(): void;
  /** Called before each retry. Resolves to false to skip the retry. */
  mayRetry(): Promise<boolean>;
}

const retryDelaysMs = [300, 600, 1000, 2000, 3000] as const;

/** Subscribes to the engine's events and reconnects automatically. Returns a function that ends the subscription. */
export function openEventStream(listener: StreamListener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let stopped = false;

  const open = (): void => {
    source = new EventSource('/local/events');
    source.onopen = () => {
      tries = 0;
      listener.opened();
    };
    source.onerror = () => {
      source?.close();
      if (stopped) return;
      listener.lost();
      retry();
    };
    source.onmessage = (message) => deliver(message, listener);
  };
  const retry = (): void => {
    const delay = retryDelaysMs[Math.min(tries++, retryDelaysMs.length - 1)];
    timer = setTimeout(async () => {
      if (stopped) return;
      if (await listener.mayRetry()) open();
      else retry();
    }, delay);
  };

  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    source?.close();
  };
}

function deliver({ data }: MessageEvent<string>, listener: StreamListener): void {
  try {
    listener.event(JSON.parse(data) as StreamEvent);
  } catch {
    // Ignores a message that cannot be parsed, because a dying engine may send an incomplete message. The engine sends
    // its current state after a reconnect.
  }
}

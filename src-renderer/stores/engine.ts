import { defineStore } from 'pinia';
import { ref } from 'vue';
import { openEventStream, type StreamEvent } from '../api/event-stream';
import { useSession } from './session';

/** Hears one event of the engine. */
export type EventListener = (event: StreamEvent) => void;

/** The connection to the engine: its events, and whether it is there. */
export const useEngine = defineStore('engine', () => {
  const session = useSession();
  const connection = ref<'connecting' | 'online' | 'lost'>('connecting');
  /** Counts reconnects; views watch it to read again what they show. */
  const epoch = ref(0);
  const install = ref<{ percent?: number; message: string; failed?: boolean }>();
  const listeners = new Set<EventListener>();
  let stop: (() => void) | undefined;

  function heard(event: StreamEvent): void {
    if (event.type === 'browser.install') noteInstall(event.data);
    for (const listener of listeners) listener(event);
  }

  function noteInstall(data: Readonly<Record<string, unknown>>): void {
    // A negative percentage says that the download failed.
    const percent = typeof data.percent === 'number' ? data.percent : undefined;
    install.value = { percent, message: String(data.message ?? ''), failed: (percent ?? 0) < 0 };
    if (percent === 100) void session.refresh();
  }

  // The desktop's supervisor knows of a dead engine before the stream does.
  window.gleaner?.onEngineState((state) => {
    if (state === 'restarting' || state === 'stopped') connection.value = 'lost';
  });

  /** Starts listening; the stream then looks after itself. */
  function connect(): void {
    stop?.();
    stop = openEventStream({
      event: heard,
      opened() {
        if (connection.value === 'lost') {
          epoch.value++;
          void session.refresh();
        }
        connection.value = 'online';
      },
      lost() {
        connection.value = 'lost';
      },
      mayRetry: async () => (await session.refresh()) && session.state === 'in',
    });
  }

  function disconnect(): void {
    stop?.();
    stop = undefined;
  }

  /** Hears events until the returned function is called. */
  function listen(listener: EventListener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return { connection, epoch, install, connect, disconnect, listen };
});

import { defineStore } from 'pinia';
import { ref } from 'vue';
import { openEventStream, type StreamEvent } from '../api/event-stream';
import { useSession } from './session';

/** Hears one event of the engine. */
export type EventListener = (event: StreamEvent) => void;

/** How far the installation of a browser has come. */
interface Install {
  readonly percent?: number;
  readonly message: string;
  readonly failed?: boolean;
}

function toInstall(data: Readonly<Record<string, unknown>>): Install {
  // A negative percentage says that the download failed.
  const percent = typeof data.percent === 'number' ? data.percent : undefined;
  return { percent, message: String(data.message ?? ''), failed: (percent ?? 0) < 0 };
}

/** Whether the engine is there, and how often its events could be heard anew. */
function followConnection(cameBack: () => unknown) {
  const connection = ref<'connecting' | 'online' | 'lost'>('connecting');
  /** Counts how often the stream of events was opened. Views watch it to read again what they show: what happened before was not heard. */
  const epoch = ref(0);
  function opened(): void {
    epoch.value++;
    if (connection.value === 'lost') cameBack();
    connection.value = 'online';
  }
  function lost(): void {
    connection.value = 'lost';
  }
  // The desktop's supervisor knows of a dead engine before the stream does.
  window.gleaner?.onEngineState((state) => {
    if (state === 'restarting' || state === 'stopped') lost();
  });
  return { connection, epoch, opened, lost };
}

/** The connection to the engine: its events, and whether it is there. */
export const useEngine = defineStore('engine', () => {
  const session = useSession();
  const { connection, epoch, opened, lost } = followConnection(() => session.refresh());
  const install = ref<Install>();
  const listeners = new Set<EventListener>();
  let stop: (() => void) | undefined;

  function heard(event: StreamEvent): void {
    if (event.type === 'browser.install') {
      install.value = toInstall(event.data);
      if (install.value.percent === 100) void session.refresh();
    }
    for (const listener of listeners) listener(event);
  }

  /** Starts listening; the stream then looks after itself. */
  function connect(): void {
    stop?.();
    stop = openEventStream({
      event: heard,
      opened,
      lost,
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

import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import { openEventStream, type StreamEvent } from '../api/event-stream';
import { useSession } from './session';

/** Listener for engine events. */
export type EventListener = (event: StreamEvent) => void;

/** Progress of a browser installation. */
interface Install {
  readonly percent?: number;
  readonly message: string;
  readonly failed?: boolean;
}

function toInstall(data: Readonly<Record<string, unknown>>): Install {
  // A negative percentage means that the download failed.
  const percent = typeof data.percent === 'number' ? data.percent : undefined;
  return { percent, message: String(data.message ?? ''), failed: (percent ?? 0) < 0 };
}

/** Tracks the connection to the engine, and how many times it has been established since the window was opened. */
function followConnection(cameBack: () => unknown) {
  const connection = ref<'connecting' | 'online' | 'lost'>('connecting');
  /**
   * Number of times the event stream has connected. Views reload when it changes, because they may have missed events.
   */
  const epoch = ref(0);
  function opened(): void {
    epoch.value++;
    if (connection.value === 'lost') cameBack();
    connection.value = 'online';
  }
  function lost(): void {
    connection.value = 'lost';
  }
  // The desktop app's supervisor detects a dead engine earlier than the stream does.
  window.gleaner?.onEngineState((state) => {
    if (state === 'restarting' || state === 'stopped') lost();
  });
  return { connection, epoch, opened, lost };
}

/** Connection to the engine: its events and its state. */
export const useEngine = defineStore('engine', () => {
  const session = useSession();
  const { connection, epoch, opened, lost } = followConnection(() => session.refresh());
  /** True while the engine is unreachable. Buttons that need the engine are then disabled. */
  const isAway = computed(() => connection.value === 'lost');
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

  /** Opens the event stream, which reconnects automatically. */
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

  /** Subscribes to events. Returns a function that unsubscribes. */
  function listen(listener: EventListener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return { connection, isAway, epoch, install, connect, disconnect, listen };
});

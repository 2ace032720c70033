import { onScopeDispose, watch } from 'vue';
import { useEngine } from '../../stores/engine';
import { useScrapeSchema } from '../../stores/scrape-schema';
import { useSession } from '../../stores/session';
import { useDesktopNotices, useDesktopRequests } from './use-desktop';
import { useDesktopJobs } from './use-desktop-jobs';

const retryEveryMs = 1500;

/** Finds the engine, signs in and subscribes to events. Reconnects after each disconnect. */
export function useStart() {
  const session = useSession();
  const engine = useEngine();
  const schema = useScrapeSchema();
  useDesktopNotices();
  useDesktopRequests();
  useDesktopJobs();

  const timer = setInterval(() => {
    if (session.state === 'unreachable') void session.refresh();
  }, retryEveryMs);
  onScopeDispose(() => {
    clearInterval(timer);
    engine.disconnect();
  });

  watch(
    () => session.state,
    (state) => {
      if (state === 'out') engine.disconnect();
      if (state !== 'in') return;
      engine.connect();
      void schema.load();
    },
  );
  // Reloads the schema, because an updated engine may support different formats.
  watch(
    () => engine.epoch,
    (_, before) => {
      if (before > 0 || !schema.schema) void schema.load();
    },
  );
  void session.refresh();

  return { session };
}

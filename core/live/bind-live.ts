import type { Container } from 'inversify';
import { LivePages } from './live-pages';
import { Recorders } from './recorder/recorders';
import { BrowserSessions, SessionScript } from './sessions/browser-sessions';
import { PagePrompts } from './sessions/page-prompts';

/** Binds live pages, their recorders and the API's browser sessions. */
export function bindLive(
  container: Container,
  { paths }: { readonly paths: { readonly sessionScript: string } },
): void {
  container.bind(LivePages).toSelf();
  container.bind(Recorders).toSelf();
  container.bind(SessionScript).toConstantValue(paths.sessionScript);
  container.bind(BrowserSessions).toSelf();
  container.bind(PagePrompts).toSelf();
}

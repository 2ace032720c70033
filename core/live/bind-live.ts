import type { Container } from 'inversify';
import { LivePages } from './live-pages';
import { Recorders } from './recorder/recorders';

/** Binds live pages and their recorders. */
export function bindLive(container: Container): void {
  container.bind(LivePages).toSelf();
  container.bind(Recorders).toSelf();
}

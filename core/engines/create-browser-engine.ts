import type { Log } from '../log';
import type { Registries } from '../plugins/registry';
import type { AddressGuard } from '../politeness/address-guard';
import type { SettingsService } from '../settings/settings-service';
import type { EgressProxy } from './egress/egress-proxy';
import type { Engine } from './engine';
import { LazyEngine } from './lazy-engine';

/** What the browser engine is made of. */
export interface BrowserEngineParts {
  readonly settings: SettingsService;
  readonly registries: Registries;
  readonly egress: EgressProxy;
  readonly guard: AddressGuard;
  readonly log: Log;
  readonly paths: { readonly filterLists: string };
}

/** The browser engine behind the egress proxy; its code is loaded and the proxy started at the first rendered page. */
export function createBrowserEngine({ settings, registries, egress }: BrowserEngineParts): Engine {
  return new LazyEngine('browser', async () => {
    const { ChromiumEngine } = await import('./browser/browser-engine');
    await egress.start();
    return new ChromiumEngine({
      dataDir: settings.run.dataDir,
      browserPath: () => settings.current.browserPath || undefined,
      maxPages: () => settings.current.browserPages,
      egress,
      action: (type) => registries.action.get(type),
      format: (type) => registries.format.get(type),
    });
  });
}

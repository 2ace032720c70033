import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../common/log';
import type { GuardedHttp } from '../../contract/plugin';
import type { Registries } from '../../platform/plugins/registry';
import type { SavedSecrets } from '../../platform/secrets/saved-secrets';
import { withinMemory } from '../../platform/settings/memory-budget';
import type { SettingsService } from '../../platform/settings/settings-service';
import type { EgressProxy } from './egress/egress-proxy';
import { LazyBrowser } from './lazy-browser';

/** Timeout for fetching all filter lists, in ms. */
const listTimeoutMs = 60_000;

/** Dependencies for creating the browser engine. */
export interface BrowserEngineParts {
  readonly settings: SettingsService;
  readonly registries: Registries;
  readonly egress: EgressProxy;
  readonly secrets: SavedSecrets;
  readonly http: GuardedHttp;
  readonly log: Log;
  readonly paths: { readonly filterLists: string };
}

/**
 * Creates a browser engine that uses the egress proxy. Loads the engine's code and starts the proxy when the first page
 * is rendered.
 */
export function createBrowserEngine(parts: BrowserEngineParts): LazyBrowser {
  const { settings, registries, egress, secrets } = parts;
  return new LazyBrowser(async () => {
    const [{ ChromiumEngine }, lists] = await Promise.all([import('./browser/browser-engine'), openFilterLists(parts)]);
    await egress.start();
    return new ChromiumEngine({
      dataDir: settings.run.dataDir,
      browserPath: () => settings.current.browserPath || undefined,
      maxPages: () => withinMemory(settings.current).browserPages,
      egress,
      action: (type) => registries.action.get(type),
      format: (type) => registries.format.get(type),
      adBlocker: () => lists.blocker(),
      secret: (name, origin) => secrets.valueFor(name, origin),
    });
  });
}

/**
 * Opens the filter lists. The bundled list is available immediately. The lists from the settings become available once
 * they have been fetched.
 */
async function openFilterLists({ settings, http, log, paths }: BrowserEngineParts) {
  const { FilterLists } = await import('./ad-blocking/filter-lists');
  const lists = new FilterLists({
    dataDir: settings.run.dataDir,
    builtIn: readFileSync(join(paths.filterLists, 'gleaner.txt'), 'utf8'),
    urls: () => settings.current.filterLists,
    http,
  });
  const refresh = async () => {
    const problems = await lists.refresh(AbortSignal.timeout(listTimeoutMs));
    for (const { url, message } of problems) log.warn(`the filter list ${url} could not be read: ${message}`);
  };
  const refreshSafely = () => void refresh().catch((thrown: unknown) => log.warn(`filter lists: ${String(thrown)}`));
  if (settings.current.filterLists.length > 0) refreshSafely();
  settings.onChange(refreshSafely);
  return lists;
}

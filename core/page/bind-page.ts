import type { Container } from 'inversify';
import { Log } from '../common/log';
import { Hooks } from '../contract/hooks';
import { createGuardedFetch } from '../net/engines/http/guarded-fetch';
import { GuardedAddresses } from '../net/politeness/guarded-addresses';
import { GuardedHttp, ModelHttp } from '../platform/plugins/plugin-services';
import { Registries } from '../platform/plugins/registry';
import type { ThirdPartyOptions } from '../platform/plugins/third-party';
import type { RunOptions } from '../platform/settings/settings';
import { SettingsService } from '../platform/settings/settings-service';
import type { Storage } from '../ports/storage';
import { ModelHost } from './models/model-host';
import { ModelTest } from './models/model-test';
import { SchemaChecker } from './models/schema-checker';
import { CpuShare } from './reading/cpu-share';
import { DocumentReader } from './reading/document-reader';
import { LanguageData } from './reading/language-data';
import { RecipeReader } from './reading/recipe-reader';
import { SandboxedFileReader } from './reading/sandboxed-file-reader';
import { ThreadReader } from './reading/thread-reader';
import { WarmUp } from './reading/warm-up';
import { RecipeDocuments, RecipeWatch } from './recipes/recipe-watch';
import { SavedRecipes } from './recipes/saved-recipes';

interface PageParts {
  readonly run: RunOptions;
  readonly storage: Storage;
  readonly thirdParty?: ThirdPartyOptions;
  readonly paths: { readonly documentWorker: string };
}

/** Binds the document reader, models and recipes. */
export function bindPage(container: Container, { run, storage, thirdParty, paths }: PageParts): void {
  bindModels(container);
  container.bind(RecipeDocuments).toConstantValue(storage.documents('recipes'));
  container.bind(SavedRecipes).toSelf();
  container.bind(RecipeWatch).toSelf();
  container.bind(CpuShare).toSelf();
  container.bind(DocumentReader).toDynamicValue(() => {
    const languages = languageData(container, run.dataDir);
    const ocr = { settings: (signal: AbortSignal) => languages.settings(signal) };
    const started = { thirdParty, log: run.log };
    const reader = new ThreadReader(paths.documentWorker, started, container.get(CpuShare), ocr);
    const files = new SandboxedFileReader(reader, container.get(Registries));
    return new RecipeReader(files, container.get(SavedRecipes));
  });
  container.bind(SchemaChecker).toService(DocumentReader);
  container.bind(WarmUp).toSelf();
}

function languageData(container: Container, dataDir: string): LanguageData {
  const settings = container.get(SettingsService);
  const [http, log] = [container.get<GuardedHttp>(GuardedHttp), container.get<Log>(Log)];
  return new LanguageData({ dataDir, settings: () => settings.current, http, log });
}

function bindModels(container: Container): void {
  // Model calls go only to the URL that the user configured. Private addresses are allowed, because this URL may be on
  // this machine.
  const http = createGuardedFetch(new GuardedAddresses({ allowPrivateNetwork: true, allowedHosts: [] }));
  container.get<Hooks>(Hooks).closing.tapPromise('model calls', () => http.close());
  container.bind<GuardedHttp>(ModelHttp).toConstantValue(http);
  container.bind(ModelHost).toSelf();
  container.bind(ModelTest).toSelf();
}

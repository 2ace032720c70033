import { arch, homedir, platform, release, totalmem } from 'node:os';
import { inject, injectable } from 'inversify';
import { Log } from '../../common/log';
import { maskText } from '../../common/values/mask-secrets';
import { type ZipFile, zipStream } from '../../jobs/exports/zip-stream';
import { Browsers } from '../../net/engines/browser/browsers';
import { RecentLog } from '../../platform/log/recent-log';
import { pluginId, Registries } from '../../platform/plugins/registry';
import { SettingsService } from '../../platform/settings/settings-service';
import { ServerFacts } from '../../ports/server-facts';
import { Storage } from '../../ports/storage';
import { redactTexts, redactUrls } from './redact-texts';

/**
 * Support archive with versions, settings, plugins, health and recent log lines. It contains no secrets, credentials,
 * cookies or page content. URLs are reduced to their host.
 */
@injectable()
export class Diagnostics {
  constructor(
    @inject(Registries) private readonly registries: Registries,
    @inject(SettingsService) private readonly settings: SettingsService,
    @inject(Storage) private readonly storage: Storage,
    @inject(ServerFacts) private readonly facts: ServerFacts,
    @inject(Browsers) private readonly browsers: Browsers,
    @inject(Log) private readonly log: Log,
  ) {}

  archive(): AsyncGenerator<Buffer> {
    return zipStream(this.#files());
  }

  async *#files(): AsyncGenerator<ZipFile> {
    yield asJson('versions.json', this.#versions());
    yield asJson('settings.json', redactTexts(this.settings.stored));
    yield asJson('plugins.json', this.#plugins());
    yield asJson('health.json', await this.#health());
    const lines = this.log instanceof RecentLog ? this.log.lines : [];
    yield asText('log.txt', lines.map(redactUrls).join('\n'));
  }

  #versions() {
    const { node, v8 } = process.versions;
    return { gleaner: this.facts.version, node, v8, platform: platform(), release: release(), arch: arch() };
  }

  #plugins() {
    return this.registries.all().map((plugin) => {
      return { kind: plugin.kind, id: pluginId(plugin), builtIn: this.registries.isBuiltIn(plugin) };
    });
  }

  async #health() {
    const { rss, heapUsed } = process.memoryUsage();
    return {
      uptimeSeconds: Math.round(process.uptime()),
      memory: { rss, heapUsed, machine: totalmem() },
      browser: (await this.browsers.find()) ?? 'none found',
      jobs: await this.storage.jobs.count(),
      storage: await this.storage.usage(),
      warnings: this.storage.warnings,
      damagedSettings: this.settings.damaged,
    };
  }
}

const asJson = (name: string, value: unknown): ZipFile => asText(name, JSON.stringify(value, undefined, 2));

/**
 * Formats text as a file in the archive. Masks secrets and the path of the home directory, which contains the user's
 * name.
 */
function asText(name: string, text: string): ZipFile {
  return { name, content: Buffer.from(`${maskText(text.replaceAll(homedir(), '~'))}\n`), at: new Date() };
}

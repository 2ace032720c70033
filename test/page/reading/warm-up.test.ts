import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { InlineReader } from '../../../core/page/reading/inline-reader';
import { WarmUp } from '../../../core/page/reading/warm-up';
import { PluginConfigs } from '../../../core/platform/plugins/plugin-configs';
import { Registries } from '../../../core/platform/plugins/registry';
import { openVault } from '../../../core/platform/secrets/open-vault';
import { SettingSecrets } from '../../../core/platform/settings/setting-secrets';
import { readRunOptions } from '../../../core/platform/settings/settings';
import { SettingsService } from '../../../core/platform/settings/settings-service';
import { builtInPlugins } from '../../../plugins';
import { rememberingLog } from '../../storage/support';

const registries = new Registries(builtInPlugins);
const readers: InlineReader[] = [];

function createWarmUp(): WarmUp {
  const reader = new InlineReader(registries);
  readers.push(reader);
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-warm-up-'));
  const settings = new SettingsService(readRunOptions({ dataDir }), rememberingLog());
  return new WarmUp(
    reader,
    new PluginConfigs(registries, settings, new SettingSecrets(openVault({ dataDir }))),
    registries,
  );
}

afterEach(() => Promise.all(readers.splice(0).map((reader) => reader.close())));

describe('the warm-up', () => {
  it('reads every page of the demo site', async () => {
    expect(await createWarmUp().run('resources/demo-site')).toBe(true);
  });

  it('does nothing without a directory of samples', async () => {
    expect(await createWarmUp().run('resources/nowhere')).toBe(false);
  });

  it('begins after a delay', async () => {
    const begun = performance.now();
    expect(await createWarmUp().begin('resources/demo-site')).toBe(true);
    expect(performance.now() - begun).toBeGreaterThan(900);
  });

  it('ends when stopped', async () => {
    const warmUp = createWarmUp();
    warmUp.stop();
    expect(await warmUp.begin('resources/demo-site')).toBe(false);
  });
});

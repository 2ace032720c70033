import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../core/common/log';
import type { ScrapeSpec } from '../../../core/common/model';
import { createHooks } from '../../../core/contract/hooks';
import { defineFormat } from '../../../core/contract/plugin';
import { PluginHost } from '../../../core/platform/plugins/plugin-host';
import { Registries } from '../../../core/platform/plugins/registry';

const spec = { url: 'http://example.com/' } as ScrapeSpec;

function host() {
  const lines: string[] = [];
  const hooks = createHooks();
  const registries = new Registries();
  const log = {
    ...silentLog,
    info: (line: string) => void lines.push(line),
    warn: (line: string) => void lines.push(line),
  };
  return { hooks, registries, lines, host: new PluginHost(registries, hooks, log) };
}

const tapping = (setup: NonNullable<ReturnType<typeof defineFormat>['setup']>) =>
  defineFormat({ id: 'tapping', summary: 'A format that taps.', needs: [], derive: () => undefined, setup });

describe('the plugin host', () => {
  it('lets a plugin shape values through a hook', async () => {
    const { hooks, host: plugins } = host();
    plugins.add(tapping(({ hooks: { spec: tap } }) => tap.tap('any', (value) => ({ ...value, mobile: true }))));
    expect(await hooks.spec.promise(spec)).toMatchObject({ mobile: true });
  });

  it('reports a throwing tap by the name of its plugin, and continues with the unchanged value', async () => {
    const { hooks, lines, host: plugins } = host();
    plugins.add(
      tapping(({ hooks: { spec: tap } }) =>
        tap.tap('any', () => {
          throw new Error('oops');
        }),
      ),
    );
    expect(await hooks.spec.promise(spec)).toBe(spec);
    expect(lines.join()).toMatch(/format tapping: .*oops/);
  });

  it('removes everything a plugin added', async () => {
    const { hooks, registries, host: plugins } = host();
    const dispose = plugins.add(
      tapping(({ hooks: { spec: tap } }) => tap.tap('any', (value) => ({ ...value, mobile: true }))),
    );
    dispose();
    expect(await hooks.spec.promise(spec)).toBe(spec);
    expect(registries.format.get('tapping')).toBeUndefined();
  });

  it('refuses a second plugin of the same name', () => {
    const { host: plugins } = host();
    plugins.add(tapping(() => undefined));
    expect(() => plugins.add(tapping(() => undefined))).toThrow('A format plugin named "tapping" already exists');
  });

  it('offers a frozen table of hooks', () => {
    const { hooks, host: plugins } = host();
    expect(Object.isFrozen(hooks)).toBe(true);
    plugins.add(tapping(({ hooks: table }) => expect(Object.isFrozen(table)).toBe(true)));
  });
});

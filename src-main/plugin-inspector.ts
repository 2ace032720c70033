/**
 * Prints the description of a plugin file: `node --permission … plugin-inspector.js FILE`. Runs in a separate process.
 */
import { realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pluginId } from '../core/platform/plugins/registry';
import { loadPlugin, offerContract } from '../core/platform/plugins/third-party';
import { closeNetwork } from './engine/close-network';

offerContract(fileURLToPath(new URL('./plugin.js', import.meta.url)));
closeNetwork();
const imports = new Set<string>();
try {
  const file = realpathSync(process.argv[2] ?? '');
  const own = pathToFileURL(file).href;
  registerHooks({
    resolve: (name, context, next) => {
      if (context.parentURL?.startsWith(own) && name !== 'gleaner/plugin') imports.add(name);
      return next(name, context);
    },
  });
  const plugin = await loadPlugin(file);
  const { kind, summary } = plugin;
  const settings = 'config' in plugin && plugin.config ? Object.keys(plugin.config.shape) : [];
  const facts = {
    kind,
    id: pluginId(plugin),
    summary,
    imports: [...imports],
    settings,
    taps: plugin.setup !== undefined,
  };
  process.stdout.write(`${JSON.stringify(facts)}\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}\n`);
  process.exit(1);
}

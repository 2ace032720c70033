/** Says what a plugin file is: `node --permission … plugin-inspector.js FILE`. Runs apart from everything else. */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pluginId } from '../core/plugins/registry';
import { loadPlugin, offerContract } from '../core/plugins/third-party';
import { closeNetwork } from './close-network';

offerContract(fileURLToPath(new URL('./plugin.js', import.meta.url)));
closeNetwork();
try {
  const plugin = await loadPlugin(realpathSync(process.argv[2] ?? ''));
  process.stdout.write(`${JSON.stringify({ kind: plugin.kind, id: pluginId(plugin), summary: plugin.summary })}\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}\n`);
  process.exit(1);
}

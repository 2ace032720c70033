/**
 * `npm run dev`: runs the app for development. With Electron and a display, electron-vite opens and reloads the window,
 * and restarts the app when the main process or the engine changes. Otherwise, only the engine runs. It is rebuilt and
 * restarted when its sources change, while Vite serves the UI with hot reload and forwards API requests to the engine.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildIfStale, buildMain } from './build.mjs';
import { CannotGoOn, say } from './console.mjs';
import { electronProgram, hasDisplay } from './electron-program.mjs';
import { root, runAfterSetUp } from './setup.mjs';

/** Source directories in which changes restart the engine. */
const engineSources = ['core', 'plugins', 'src-main', 'resources/lexicon'];

/** Debounce delay in ms for changes. Editors and checkouts write several files at once. */
const settleMs = 200;

/** Matches the routes that the engine handles. All other routes belong to the UI. */
const engineRoutes = '^/(v0|v1|v2|local|files|signin|docs|openapi\\.json|health|test|is-production)(/|\\?|$)';

/** Starts the built engine. Once the engine is ready, resolves with its process, URL and sign-in link. */
function startEngine(args) {
  const engine = spawn(process.execPath, [join(root, 'out/main/engine.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const end = () => engine.kill();
  process.once('exit', end);
  engine.once('exit', () => process.off('exit', end));
  return new Promise((resolve, reject) => {
    let url = '';
    engine.once('exit', (code) => reject(new CannotGoOn(`the engine exited with code ${code}.`)));
    createInterface({ input: engine.stdout }).on('line', (line) => {
      url = /^Gleaner is ready at (\S+)/.exec(line)?.[1] ?? url;
      const link = /^Sign in: (\S+)/.exec(line)?.[1];
      if (link) resolve({ engine, url, link });
      else if (line.startsWith('API key')) say(line);
    });
  });
}

/**
 * Runs an engine. After each source change, rebuilds it and restarts it on the same port. If a build fails, the
 * previous engine continues to run. An engine that has exited is restarted after the next change.
 */
async function keepEngine(args, onStart) {
  let running = await startEngine(args);
  const { port } = new URL(running.url);
  const reportEnd = ({ engine }) =>
    engine.once(
      'exit',
      (code) => engine.killed || say(`The engine exited with code ${code}; it restarts after a change.`),
    );
  reportEnd(running);
  const stop = async (signal) => {
    const { engine } = running;
    if (engine.exitCode !== null || engine.signalCode !== null) return;
    engine.kill(signal);
    await once(engine, 'exit');
  };
  const restart = async () => {
    const startedAt = performance.now();
    await buildMain();
    await stop('SIGTERM');
    running = await startEngine([...args, '--port', port]);
    reportEnd(running);
    say(`Engine rebuilt and restarted in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    onStart(running);
  };
  whenSourcesChange(() => restart().catch((error) => say(`The engine was not restarted: ${error.message}`)));
  return { ...running, stop };
}

/** Runs the desktop app. electron-vite builds and starts it, initially and after each change outside the UI. */
function keepWindow() {
  const args = [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'dev'];
  const endWithApp = (code) => process.exit(code ?? 1);
  const start = () => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }).once('exit', endWithApp);
  let app = start();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => app.kill(signal));
  // Waits for the previous app to exit, because only one app at a time can hold the single-instance lock.
  whenSourcesChange(async () => {
    app.off('exit', endWithApp).kill();
    await once(app, 'exit');
    app = start();
  });
}

/** Calls `react` after engine sources change, one call at a time. Changes during a call trigger another call. */
function whenSourcesChange(react) {
  let settled;
  let last = Promise.resolve();
  const onChange = () => {
    clearTimeout(settled);
    settled = setTimeout(() => (last = last.then(react)), settleMs);
  };
  for (const folder of engineSources) watch(join(root, folder), { recursive: true }, onChange);
}

/**
 * Serves the UI with hot reload. Proxies requests for engine routes, and replaces the `Origin` header with the engine's
 * origin.
 */
async function serveInterface(engineUrl) {
  const [{ createServer }, { default: vue }] = await Promise.all([import('vite'), import('@vitejs/plugin-vue')]);
  const ownOrigin = (proxy) =>
    proxy.on('proxyReq', (request) => request.getHeader('origin') && request.setHeader('origin', engineUrl));
  const server = await createServer({
    configFile: false,
    root: join(root, 'src-renderer'),
    plugins: [vue()],
    server: {
      host: '127.0.0.1',
      fs: { allow: [root] },
      proxy: { [engineRoutes]: { target: engineUrl, changeOrigin: true, ws: true, configure: ownOrigin } },
    },
  });
  await server.listen();
  return server.resolvedUrls.local[0];
}

await runAfterSetUp(async () => {
  if (electronProgram() && hasDisplay()) {
    keepWindow();
    return;
  }
  say('Electron or a display is missing, so the engine runs alone and the UI is served with hot reload.');
  await buildIfStale();
  let page = '';
  const showLink = ({ url, link }) => process.stdout.write(`Sign in: ${link.replace(url, page.replace(/\/$/, ''))}\n`);
  const first = await keepEngine(['--port', '0', ...process.argv.slice(2)], showLink);
  page = await serveInterface(first.url);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => first.stop(signal).then(() => process.exit()));
  say(`Engine at ${first.url}; it is rebuilt and restarted after changes in ${engineSources.join(', ')}.`);
  process.stdout.write(`Interface at ${page}\n`);
  showLink(first);
});

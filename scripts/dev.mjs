/**
 * `npm run dev`: the app while it is worked on. Where Electron and a screen are there, electron-vite opens the window and
 * reloads it by itself; else the engine runs alone and Vite serves the interface with hot reload in front of it.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildIfStale } from './build.mjs';
import { CannotGoOn, say } from './console.mjs';
import { electronProgram, hasDisplay } from './electron-program.mjs';
import { become } from './programs.mjs';
import { root, runAfterSetUp } from './setup.mjs';

/** What the engine answers itself; everything else is the interface. */
const engineRoutes = '^/(v0|v1|v2|local|files|signin|docs|openapi\\.json|health|test|is-production)(/|\\?|$)';

/** Starts the built engine; resolves with its address and sign-in link. */
function startEngine(args) {
  const engine = spawn(process.execPath, [join(root, 'out/main/engine.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  process.once('exit', () => engine.kill());
  return new Promise((resolve, reject) => {
    let url = '';
    engine.once('exit', (code) => reject(new CannotGoOn(`the engine ended with code ${code}.`)));
    createInterface({ input: engine.stdout }).on('line', (line) => {
      url = /^Gleaner is ready at (\S+)/.exec(line)?.[1] ?? url;
      const link = /^Sign in: (\S+)/.exec(line)?.[1];
      if (link) resolve({ engine, url, link });
      else if (line.startsWith('API key')) say(line);
    });
  });
}

/** Serves the interface with hot reload; calls of the engine's routes go on to it under its own name. */
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
    process.exitCode = await become(process.execPath, [
      join(root, 'node_modules/electron-vite/bin/electron-vite.js'),
      'dev',
    ]);
    return;
  }
  say('Electron or a screen is missing here, so the engine runs alone and the interface is served with hot reload.');
  await buildIfStale();
  const { url, link, engine } = await startEngine(['--port', '0', ...process.argv.slice(2)]);
  const page = await serveInterface(url);
  engine.once('exit', (code) => process.exit(code ?? 0));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => engine.kill(signal));
  say(`Engine at ${url}; it is built at start: run again after changes in core, plugins or src-main.`);
  process.stdout.write(`Interface at ${page}\nSign in: ${link.replace(url, page.replace(/\/$/, ''))}\n`);
});

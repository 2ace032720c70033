import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CommandError } from '../cli/command-error';

/** Built files that tests can import as packages. */
export interface TestModules {
  readonly contract: string;
  readonly harness: string;
}

const testFiles = '**/*.test.{ts,mts,js,mjs}';

/** Runs a plugin's tests with Node's test runner. Resolves to the runner's exit code. */
export async function runPluginTests(folder: string, modules: TestModules, signal: AbortSignal): Promise<number> {
  const files = globSync(testFiles, { cwd: folder, exclude: ['**/node_modules/**'] }).sort();
  if (files.length === 0) throw new CommandError(`${folder} has no tests; add one such as test/index.test.ts.`);
  // All test files run in one process, because loading the harness usually takes longer than the tests of a file.
  const options = ['--import', importHook(modules), '--test', '--test-isolation=none'];
  const child = spawn(process.execPath, [...options, ...files], {
    cwd: folder,
    stdio: 'inherit',
    signal,
    killSignal: 'SIGTERM',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * Returns a module that makes tests use this installation of Gleaner, even if the plugin's folder contains Gleaner's
 * packages. The module also caches compiled code next to the program.
 */
function importHook({ contract, harness }: TestModules): string {
  const urls = {
    'gleaner/plugin': pathToFileURL(contract).href,
    '@gleaner/plugin': pathToFileURL(contract).href,
    '@gleaner/plugin/testing': pathToFileURL(harness).href,
  };
  const cache = fileURLToPath(new URL('../compile-cache', pathToFileURL(harness)));
  const code = `import { enableCompileCache, registerHooks } from 'node:module';
enableCompileCache({ directory: ${JSON.stringify(cache)}, portable: true });
const urls = ${JSON.stringify(urls)};
registerHooks({
  resolve: (name, context, next) =>
    Object.hasOwn(urls, name) ? { url: urls[name], format: 'module', shortCircuit: true } : next(name, context),
});`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

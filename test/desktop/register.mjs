/** Loaded with `node --import`. Makes the built main process import the test double as `electron`. */
import { registerHooks } from 'node:module';

const url = new URL('./electron-double/index.mjs', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron' || specifier.startsWith('electron/')) {
      return { url, shortCircuit: true, format: 'module' };
    }
    return next(specifier, context);
  },
});

// Allows plain Node to run the sources: resolves relative imports without an extension to TypeScript files.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const ours = specifier.startsWith('.') && !context.parentURL?.includes('/node_modules/');
    const bare = ours && !/\.(ts|mjs|js|json)$/.test(specifier);
    return next(bare ? `${specifier}.ts` : specifier, context);
  },
});

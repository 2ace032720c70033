const http = process.getBuiltinModule('node:http');

/**
 * The parts of `node:http` that Gleaner uses. Importing the module directly would read all its exports and thus load
 * Node's own `fetch`. `fetch` is not needed at startup, and loading it takes a tenth of the startup CPU time.
 */
export const { createServer, STATUS_CODES } = http;

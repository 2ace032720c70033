const http = process.getBuiltinModule('node:http');

/**
 * The parts of `node:http` that Gleaner uses. Importing the module directly would read all its exports and thus load
 * Node's own `fetch`. That is not needed at startup and takes a tenth of its CPU time.
 */
export const { createServer, STATUS_CODES } = http;

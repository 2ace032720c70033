/**
 * Formats that try to escape from the sandbox without exceeding its limits, each with the value that it should return.
 */
export const quietFormats: readonly (readonly [name: string, derive: string, value: unknown])[] = [
  ['readsHome', `typeof require + typeof process + typeof Deno`, 'undefinedundefinedundefined'],
  [
    'readsFiles',
    `import('node:fs').then(() => 'loaded', ({ message }) => message)`,
    'The module "node:fs" is not available.',
  ],
  ['spawns', `import('node:child_process').then(() => 'loaded', () => 'refused')`, 'refused'],
  ['loadsAddon', `import('./evil.node').then(() => 'loaded', () => 'refused')`, 'refused'],
  ['readsEnvironment', `globalThis.process?.env ?? 'none'`, 'none'],
  ['fetches', `typeof fetch + typeof WebSocket + typeof XMLHttpRequest`, 'undefinedundefinedundefined'],
  ['setsTimers', `typeof setTimeout + typeof setInterval + typeof setImmediate`, 'undefinedundefinedundefined'],
  ['startsWorkers', `typeof Worker + typeof SharedWorker + typeof Atomics + typeof WebAssembly`, 'undefined'.repeat(4)],
  ['climbsConstructors', `(() => {}).constructor('return typeof process + typeof require')()`, 'undefinedundefined'],
  [
    'climbsErrors',
    `{ try { $$(dom, '['); } catch (error) { return error.constructor.constructor('return typeof process')(); } }`,
    'undefined',
  ],
  ['climbsHostFunctions', `http.fetch.constructor('return typeof process')()`, 'undefined'],
  [
    'findsHost',
    `typeof gleanerHost + Object.keys(globalThis).filter((name) => /host|gleaner/i.test(name))`,
    'undefined',
  ],
  ['pollutes', `{ Object.prototype.polluted = 'yes'; Array.prototype.polluted = 'yes'; return {}; }`, {}],
  [
    'sendsProto',
    `{ JSON.stringify = () => '{"value":{"__proto__":{"polluted":"yes"},"a":1},"warnings":[]}'; return 1; }`,
    { a: 1 },
  ],
  [
    'escapesProto',
    String.raw`{ JSON.stringify = () => '{"value":{"\\u005f_proto__":{"polluted":"yes"},"a":2}}'; return 1; }`,
    { a: 2 },
  ],
  ['replacesJson', `{ Object.prototype.toJSON = () => 'forged'; return 1; }`, undefined],
  ['sendsNoJson', `{ JSON.stringify = () => '<'; return 1; }`, undefined],
  ['sendsObject', `{ JSON.stringify = () => ({ length: 1, toString: () => 'x'.repeat(3e7) }); return 1; }`, undefined],
  ['throws', `{ throw new Error('not today'); }`, undefined],
  ['throwsNull', `{ throw null; }`, undefined],
  ['throwsGetter', `{ throw { get message() { throw this; }, get stack() { throw this; } }; }`, undefined],
  ['throwsProxy', `{ throw new Proxy({}, { get() { throw 1; } }); }`, undefined],
  ['neverResolves', `new Promise(() => {})`, undefined],
  ['isThenable', `({ then() {} })`, undefined],
  ['returnsFunction', `() => 1`, undefined],
  ['returnsCycle', `{ const a = {}; a.a = a; return a; }`, undefined],
  ['returnsBigInt', `1n`, undefined],
  ['forgesNode', `textOf(new ($(dom, 'h1').constructor)({ name: 'dom' }, 1e9))`, undefined],
  [
    'forgesDom',
    `{ const Node = $(dom, 'h1').constructor; return Node.textOf(new Node({ name: 'constructor' }, 0)); }`,
    undefined,
  ],
  [
    'keepsPages',
    `{ const before = globalThis.kept?.name ?? 'none'; globalThis.kept = $(dom, 'h1'); return before; }`,
    'none',
  ],
  [
    'actsLate',
    `{ const late = globalThis.late ?? 'none'; Promise.resolve().then(async () => { for (let i = 0; i < 9; i++) await 0; globalThis.late = 'yes'; }); return late; }`,
    'none',
  ],
  [
    'asksUndeclared',
    `http.fetch('https://evil.example/').then(() => 'sent', ({ message }) => message)`,
    expectSentence('evil.example'),
  ],
  [
    'asksMetadata',
    `http.fetch('http://169.254.169.254/latest/').then(() => 'sent', ({ message }) => message)`,
    expectSentence('169.254.169.254'),
  ],
  [
    'asksNumber',
    `http.fetch('http://2130706433/').then(() => 'sent', ({ message }) => message)`,
    expectSentence('127.0.0.1'),
  ],
  [
    'asksUserinfo',
    `http.fetch('https://api.example.com@evil.example/').then(() => 'sent', ({ message }) => message)`,
    'The plugin may not send requests to evil.example; use an http or https URL without a user name.',
  ],
  [
    'asksFile',
    `http.fetch('file:///etc/passwd').then(() => 'sent', ({ message }) => message.slice(0, 22))`,
    'The request is invalid',
  ],
  [
    'stealsSecret',
    `http.fetch('https://api.example.com/', { headers: { a: '{secret:OTHER}' } }).then(() => 'sent', ({ message }) => message)`,
    'The plugin may not use the secret "OTHER"; add the name to "secrets" in its manifest.',
  ],
  [
    'floodsRequests',
    `Promise.all(Array.from({ length: 500 }, () => http.fetch('https://evil.example/').catch(({ message }) => message))).then((all) => all.filter((one) => /More than 10/.test(one)).length)`,
    490,
  ],
  ['floodsLog', `{ for (let i = 0; i < 20_000; i++) console.log('flood'); return 'done'; }`, 'done'],
  ['floodsWarnings', `{ for (let i = 0; i < 900; i++) warn('careful ' + i); return 'done'; }`, 'done'],
];

function expectSentence(host: string): string {
  return `The plugin may not send requests to ${host}; add the host to "hosts" in its manifest.`;
}

/** Formats that exceed a limit of the sandbox, each with the reason shown to the user. */
export const greedyFormats: readonly (readonly [name: string, derive: string, reason: RegExp])[] = [
  ['loops', `{ for (;;); }`, /500 ms of CPU time|2 s/],
  ['loopsCaught', `{ for (;;) try { for (;;); } catch {} }`, /500 ms of CPU time|2 s/],
  [
    'loopsLater',
    `{ return Promise.resolve().then(() => { for (;;); }).catch(() => 'interrupted'); }`,
    /500 ms of CPU time|2 s/,
  ],
  [
    'chainsPromises',
    `{ const next = () => Promise.resolve().then(next); return next(); }`,
    /500 ms of CPU time|32 MB|2 s/,
  ],
  ['callsHost', `{ for (;;) $$(dom, 'h1'); }`, /500 ms of CPU time|2 s/],
  ['backtracks', `/^(a+)+$/.test('a'.repeat(40) + '!')`, /500 ms of CPU time|2 s/],
  ['scansSparse', `Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)`, /500 ms of CPU time|2 s/],
  ['fillsMemory', `{ const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1)); }`, /32 MB of memory|500 ms|2 s/],
  ['fillsMemoryWithObjects', `{ let list = null; for (;;) list = { list }; }`, /32 MB of memory|500 ms|2 s/],
  ['takesGigabytes', `{ return new ArrayBuffer(4 * 2 ** 30).byteLength; }`, /32 MB of memory|Invalid array/i],
  ['recurses', `{ const go = () => go() + 1; return go(); }`, /recursed too deeply/],
  [
    'recursesCaught',
    `{ const go = () => { try { go(); } finally { go(); } }; go(); }`,
    /500 ms of CPU time|recursed|2 s/,
  ],
  ['returnsMegabytes', `'x'.repeat(6 * 2 ** 20)`, /longer than 5 MB|32 MB/],
  [
    'nestsDeeply',
    `{ JSON.stringify = () => '{"value":' + '['.repeat(1e5) + ']'.repeat(1e5) + '}'; return 1; }`,
    /nested too deeply/,
  ],
  ['matchesOptions', `options.text`, /500 ms of CPU time|2 s/],
];

/**
 * Guest code that adds the web platform classes that QuickJS lacks. Requires the host functions in `textFunctions`, and
 * variables for the built-in functions `parse`, `stringify` and `keys`.
 */
export const guestGlobals = `  // ---- Bytes and text
  class Buffer extends Uint8Array {
    static from(value, encoding = 'utf8') {
      if (typeof value === 'string') return new Buffer(toBytes(value, encoding));
      return new Buffer(value);
    }
    toString(encoding = 'utf8') {
      return fromBytes(this.slice().buffer, encoding);
    }
  }
  class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(text = '') { return new Uint8Array(toBytes(String(text), 'utf8')); }
  }
  class TextDecoder {
    #encoding;
    #isFatal;
    constructor(label = 'utf-8', { fatal = false } = {}) {
      this.#encoding = decodeText(undefined, String(label), false);
      this.#isFatal = Boolean(fatal);
    }
    get encoding() { return this.#encoding; }
    get fatal() { return this.#isFatal; }
    decode(given = new Uint8Array(), { stream = false } = {}) {
      if (stream) throw new TypeError('TextDecoder has no option "stream" in the sandbox; decode all bytes at once.');
      const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(given) ? given : new Uint8Array(given);
      return decodeText(buffer.slice(byteOffset, byteOffset + byteLength), this.#encoding, this.#isFatal);
    }
  }
  const atob = (text) => readBase64(String(text));
  const btoa = (text) => writeBase64(String(text));

  const wellFormed = (value) => String(value).toWellFormed();
  const readPair = (pair) => {
    const both = [...pair];
    if (both.length !== 2) throw new TypeError('A search parameter must be a pair of name and value');
    return both.map(wellFormed);
  };
  let connect; // Loads the parameters from a query, and sets the function to call after each later change.
  class URLSearchParams {
    #pairs;
    #onChange = () => undefined;
    static {
      connect = (params, query, onChange) => { [params.#pairs, params.#onChange] = [parse(readQuery(query)), onChange]; };
    }
    constructor(init = '') {
      if (typeof init !== 'object' || init === null) this.#pairs = parse(readQuery(wellFormed(init)));
      else if (init[Symbol.iterator]) this.#pairs = Array.from(init, readPair);
      else this.#pairs = keys(init).map((name) => readPair([name, init[name]]));
    }
    #change(pairs) { this.#pairs = pairs; this.#onChange(); }
    #matching(name, value) {
      const [key, wanted] = [wellFormed(name), value === undefined ? undefined : wellFormed(value)];
      return (pair) => pair[0] === key && (wanted === undefined || pair[1] === wanted);
    }
    get size() { return this.#pairs.length; }
    get(name) { return (this.#pairs.find(this.#matching(name)) ?? [null, null])[1]; }
    getAll(name) { return this.#pairs.filter(this.#matching(name)).map((pair) => pair[1]); }
    has(name, value) { return this.#pairs.some(this.#matching(name, value)); }
    set(name, value) {
      const isNamed = this.#matching(name);
      const first = this.#pairs.findIndex(isNamed);
      if (first < 0) return this.append(name, value);
      const pairs = this.#pairs.filter((pair, at) => at === first || !isNamed(pair));
      this.#change(pairs.with(first, readPair([name, value])));
    }
    append(name, value) { this.#change([...this.#pairs, readPair([name, value])]); }
    delete(name, value) {
      const isNamed = this.#matching(name, value);
      this.#change(this.#pairs.filter((pair) => !isNamed(pair)));
    }
    sort() { this.#change([...this.#pairs].sort(([one], [other]) => (one < other ? -1 : Number(one > other)))); }
    forEach(visit, self) { for (const [name, value] of this) visit.call(self, value, name, this); }
    *entries() { for (let at = 0; at < this.#pairs.length; at++) yield [...this.#pairs[at]]; }
    *keys() { for (const [name] of this) yield name; }
    *values() { for (const [, value] of this) yield value; }
    [Symbol.iterator]() { return this.entries(); }
    toString() { return writeQuery(stringify(this.#pairs)); }
  }
  // Matches absolute paths that need no encoding or resolving. Appending them to the origin of the base is much faster
  // than parsing the URL.
  const plainPath = /^\\/(?![/.])[\\w~./-]*(?:\\?[\\w~.=&+-]*)?(?:#[\\w~.=&+-]*)?$/;
  const isPlain = (path) => plainPath.test(path) && !path.includes('/.');
  let near = { base: '', origin: '' };
  const originOf = (base) => {
    const href = parseUrl(wellFormed(base), undefined);
    const { protocol, username, password, origin } = href === '' ? {} : parse(urlParts(href));
    return /^https?:$/.test(protocol) && username === '' && password === '' ? origin : '';
  };
  const resolve = (href, base) => {
    if (base !== near.base) near = { base, origin: originOf(base) };
    const { origin } = near;
    if (origin !== '' && isPlain(href)) return origin + href;
    if (origin !== '' && href.startsWith(origin) && isPlain(href.slice(origin.length))) return href;
    return parseUrl(wellFormed(href), wellFormed(base));
  };
  const partNames = ['protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
  // Each private field or method makes creating a URL slower in QuickJS, so rarely used values are stored in WeakMaps.
  const partsOf = new WeakMap();
  const paramsOf = new WeakMap();
  class URL {
    #href;
    constructor(href, base) {
      this.#href = base === undefined ? parseUrl(wellFormed(href), undefined) : resolve(String(href), String(base));
      if (this.#href === '') throw new TypeError('Invalid URL: ' + href);
    }
    static canParse(href, base) { return URL.parse(href, base) !== null; }
    static parse(href, base) { try { return new URL(href, base); } catch { return null; } }
    static {
      const read = (url) => {
        const known = partsOf.get(url);
        if (known) return known;
        const parts = parse(urlParts(url.#href));
        partsOf.set(url, parts);
        return parts;
      };
      const change = (url, part, value) => {
        const href = changeUrl(url.#href, part, wellFormed(value));
        if (href === '') throw new TypeError('Invalid URL: ' + value);
        url.#href = href;
        partsOf.delete(url);
      };
      const join = (url, params) => connect(params, read(url).search, () => change(url, 'search', params));
      const set = (url, part, value) => {
        change(url, part, value);
        const params = paramsOf.get(url);
        if (params) join(url, params);
      };
      const define = (name, get, set) => Object.defineProperty(this.prototype, name, { get, set, configurable: true });
      for (const part of partNames)
        define(part, function () { return read(this)[part]; }, function (value) { set(this, part, value); });
      define('href', function () { return this.#href; }, function (value) { set(this, 'href', value); });
      define('origin', function () { return read(this).origin; });
      define('searchParams', function () {
        const known = paramsOf.get(this);
        if (known) return known;
        const params = new URLSearchParams();
        paramsOf.set(this, params);
        join(this, params);
        return params;
      });
    }
    toString() { return this.#href; }
    toJSON() { return this.#href; }
  }
`;

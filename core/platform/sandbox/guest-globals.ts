/**
 * Part of a program for a guest: classes of the web platform that QuickJS lacks. Requires the host functions
 * `parseUrl`, `fromBytes`, `toBytes` and `decodeText`, and `parse` and `keys` of the built-in objects.
 */
export const guestGlobals = String.raw`  // ---- Bytes and text
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
    decode(bytes = new Uint8Array()) { return decodeText(new Uint8Array(bytes).slice().buffer, this.#encoding, this.#isFatal); }
  }
  const atob = (text) => fromBytes(toBytes(String(text), 'base64'), 'latin1');
  const btoa = (text) => fromBytes(toBytes(String(text), 'latin1'), 'base64');

  const decoded = (text) => {
    const plain = text.replace(/\+/g, ' ');
    try { return decodeURIComponent(plain); } catch { return plain; }
  };
  const hex = (sign) => '%' + sign.charCodeAt(0).toString(16).toUpperCase();
  const encoded = (text) => encodeURIComponent(text).replace(/%20/g, '+').replace(/[!'()~]/g, hex);
  class URLSearchParams {
    #pairs = [];
    #changed = () => undefined;
    constructor(init = '', changed) {
      if (changed) this.#changed = changed;
      if (typeof init === 'string') {
        for (const pair of init.replace(/^\?/, '').split('&')) {
          if (!pair) continue;
          const [name, ...rest] = pair.split('=');
          this.#pairs.push([decoded(name), decoded(rest.join('='))]);
        }
      } else if (init && typeof init[Symbol.iterator] === 'function') {
        for (const [name, value] of init) this.#pairs.push([String(name), String(value)]);
      } else for (const name of keys(init)) this.#pairs.push([name, String(init[name])]);
    }
    get(name) { return (this.#pairs.find(([key]) => key === name) ?? [null, null])[1]; }
    getAll(name) { return this.#pairs.filter(([key]) => key === name).map(([, value]) => value); }
    has(name) { return this.#pairs.some(([key]) => key === name); }
    set(name, value) {
      const first = this.#pairs.findIndex(([key]) => key === name);
      if (first < 0) return this.append(name, value);
      this.#pairs = this.#pairs.filter(([key], at) => key !== name || at === first);
      this.#pairs[first] = [String(name), String(value)];
      this.#changed();
    }
    append(name, value) { this.#pairs.push([String(name), String(value)]); this.#changed(); }
    delete(name) { this.#pairs = this.#pairs.filter(([key]) => key !== name); this.#changed(); }
    forEach(visit) { for (const [name, value] of this.#pairs) visit(value, name, this); }
    keys() { return this.#pairs.map(([name]) => name)[Symbol.iterator](); }
    values() { return this.#pairs.map(([, value]) => value)[Symbol.iterator](); }
    entries() { return this.#pairs.map((pair) => [...pair])[Symbol.iterator](); }
    [Symbol.iterator]() { return this.entries(); }
    toString() { return this.#pairs.map((pair) => pair.map(encoded).join('=')).join('&'); }
  }
  class URL {
    #parts;
    #params;
    constructor(href, base) { this.#read(String(href), base === undefined ? undefined : String(base)); this.#readParams(); }
    static canParse(href, base) { return parseUrl(String(href), base === undefined ? '' : String(base)) !== ''; }
    #read(href, base) {
      const json = parseUrl(href, base ?? '');
      if (json === '') throw new TypeError('Invalid URL: ' + href);
      this.#parts = parse(json);
    }
    #readParams() { this.#params = new URLSearchParams(this.search, () => this.#write({ search: this.#params.toString() })); }
    #write(changed) {
      const { protocol, username, password, host, pathname, search, hash } = { ...this.#parts, ...changed };
      const login = username ? username + (password ? ':' + password : '') + '@' : '';
      const after = (mark, text) => (text === '' || text === mark ? '' : text.startsWith(mark) ? text : mark + text);
      this.#read(protocol + '//' + login + host + pathname + after('?', search) + after('#', hash));
    }
    get searchParams() { return this.#params; }
    toString() { return this.href; }
    toJSON() { return this.href; }
    get href() { return this.#parts.href; }
    get origin() { return this.#parts.origin; }
    get protocol() { return this.#parts.protocol; }
    get host() { return this.#parts.host; }
    get hostname() { return this.#parts.hostname; }
    get port() { return this.#parts.port; }
    get pathname() { return this.#parts.pathname; }
    set pathname(path) { this.#write({ pathname: String(path).replace(/^(?!\/)/, '/') }); }
    get search() { return this.#parts.search; }
    set search(query) { this.#write({ search: String(query) }); this.#readParams(); }
    get hash() { return this.#parts.hash; }
    set hash(fragment) { this.#write({ hash: String(fragment) }); }
    get username() { return this.#parts.username; }
    get password() { return this.#parts.password; }
  }
`;

/**
 * Scripts that run in pages. They are strings because the core is compiled without DOM types. All but the first run in
 * an isolated world that is invisible to the page's scripts.
 */

/** Name of Gleaner's isolated world in each page. */
export const ownWorld = 'gleaner';

/**
 * Script that runs in the page's own world before any other script and counts short pending timers. With this count,
 * Gleaner waits no longer than necessary for content shown by timers. Gleaner's isolated world requests the count with
 * one secret event and receives it with another. After the first request, each timer that fires or is cleared is also
 * reported (as -1), which makes polling unnecessary.
 */
export const countTimers = (secret: string): string => `(() => {
  if (window !== window.top) return;
  const pending = new Map();
  const now = performance.now.bind(performance);
  const dispatch = window.dispatchEvent.bind(window);
  const Answer = window.CustomEvent;
  let level = 0, asked = false;
  const gone = (id) => {
    if (pending.delete(id) && asked) dispatch(new Answer('tell-${secret}', { detail: -1 }));
  };
  const tracked = (native, delayOf) => new Proxy(native, {
    apply(target, self, args) {
      const [callback, ...rest] = args;
      const delay = delayOf(rest[0]);
      if (typeof callback !== 'function' || level > 3 || !(delay <= 2000)) return Reflect.apply(target, self, args);
      const own = level + 1;
      const id = Reflect.apply(target, self, [function (...given) {
        const before = level;
        level = own;
        try { return callback.apply(this, given); } finally { level = before; gone(id); }
      }, ...rest]);
      pending.set(id, now() + delay);
      return id;
    },
  });
  const clearing = (native) => new Proxy(native, {
    apply(target, self, args) { gone(args[0]); return Reflect.apply(target, self, args); },
  });
  window.setTimeout = tracked(window.setTimeout, (delay) => Number(delay) || 0);
  window.clearTimeout = clearing(window.clearTimeout);
  if (window.requestIdleCallback) {
    const idle = window.requestIdleCallback;
    window.requestIdleCallback = new Proxy(idle, {
      apply(target, self, args) {
        const key = {};
        pending.set(key, now() + 50);
        const [callback, ...rest] = args;
        return Reflect.apply(target, self, [function (...given) { try { return callback.apply(this, given); } finally { gone(key); } }, ...rest]);
      },
    });
  }
  window.addEventListener('ask-${secret}', (event) => {
    asked = true;
    const horizon = now() + (event.detail || 0);
    let count = 0;
    for (const due of pending.values()) if (due <= horizon) count++;
    dispatch(new Answer('tell-${secret}', { detail: count }));
  });
})();`;

/** True when parts of the page are in shadow trees or accessible frames. */
const hasParts = `(() => {
  if (globalThis.closedRoots) return true;
  for (const element of document.querySelectorAll('*')) {
    if (element.shadowRoot) return true;
    if (element.tagName !== 'IFRAME' && element.tagName !== 'FRAME') continue;
    try { if (element.contentDocument?.body?.childNodes.length > 0) return true; } catch {}
  }
  return false;
})()`;

/**
 * True when the page may have closed shadow roots. Possible hosts are visible custom elements without an open root and,
 * on a page with little text, visible elements without content. `closedRoots` contains the roots that are already
 * known.
 */
const mayHaveClosedRoots = `(() => {
  const hosts = new Set('ARTICLE ASIDE BLOCKQUOTE BODY DIV FOOTER HEADER MAIN NAV P SECTION SPAN'.split(' '));
  const isThin = (document.body?.innerText ?? '').trim().length < 600;
  const isBlank = (element) => element.childElementCount === 0 && element.textContent.trim() === '';
  const isSuspect = (element) => {
    if (element.shadowRoot || globalThis.closedRoots?.has(element)) return false;
    const isCustom = element.tagName.includes('-');
    if (isCustom ? !element.matches(':defined') && !isBlank(element) : !isThin || !hosts.has(element.tagName) || !isBlank(element)) return false;
    return element.offsetHeight >= 8 && element.offsetWidth >= 8;
  };
  const look = (root) => [...root.querySelectorAll('*')].some((element) => isSuspect(element) || (element.shadowRoot && look(element.shadowRoot)));
  return look(document);
})()`;

/** Time limits while waiting for a page to settle, in ms. */
export interface SettleLimits {
  /** Overall limit. */
  readonly maxMs: number;
  /** Maximum time to wait for the load event, in ms. */
  readonly loadMs: number;
}

/** State of a settled page. */
export interface Settled {
  /** True when the page has hardly any text. It may then be an app shell that is still waiting for its data. */
  readonly thin: boolean;
  /** False when the time limit was reached before the page had settled. */
  readonly quiet: boolean;
  /** The value read from the settled page. */
  readonly value?: unknown;
}

/**
 * Resolves when the page has settled: it has loaded, no short timers are pending, and the document has not changed for
 * a moment. A page with little text is given more time. `read` is an expression to evaluate in the settled page. It is
 * evaluated again only if its value may have changed.
 */
export const settle = (
  secret: string,
  { maxMs, loadMs }: SettleLimits,
  read = 'undefined',
): string => `new Promise((resolve) => {
  const thinText = 600;
  const start = performance.now();
  let changed = start, measured = -1, thin = true, timers = 0, coming, looked = start, idle;
  let reads = 0, readAt = -1, touched = start, value;
  const observer = new MutationObserver(() => { changed = performance.now(); });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
  const attributes = new MutationObserver(() => { touched = performance.now(); });
  attributes.observe(document, { attributes: true, subtree: true });
  const lookIn = (milliseconds) => { clearTimeout(coming); coming = setTimeout(look, milliseconds); };
  // Checks the page at most once every 3 ms, because a page may fire any number of timers.
  const wake = () => lookIn(Math.max(0, looked + 3 - performance.now()));
  const hear = (event) => { event.detail < 0 ? wake() : timers = event.detail; };
  window.addEventListener('tell-${secret}', hear);
  document.addEventListener('readystatechange', wake);
  const skipped = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE']);
  const measure = () => {
    let length = 0;
    const walker = document.createTreeWalker(document.body || document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      node.nodeType === 1 && skipped.has(node.tagName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    while (length < thinText && walker.nextNode()) {
      if (walker.currentNode.nodeType === 3) length += walker.currentNode.data.trim().length;
    }
    return length < thinText;
  };
  const readNow = () => {
    reads++;
    readAt = performance.now();
    value = ${read};
  };
  const leaving = () => {
    const refresh = document.querySelector('meta[http-equiv="refresh" i]');
    return refresh !== null && /^\\s*[\\d.]+\\s*[;,]/.test(refresh.content) && parseFloat(refresh.content) <= 2;
  };
  const fresh = () => readAt > changed && readAt > touched;
  const done = (quiet) => {
    observer.disconnect();
    attributes.disconnect();
    window.removeEventListener('tell-${secret}', hear);
    document.removeEventListener('readystatechange', wake);
    clearTimeout(coming);
    idle = undefined;
    // A page with shadow trees or frames is read again, because the observers do not see changes inside them.
    if (!fresh() || ${hasParts}) readNow();
    resolve({ thin, quiet, value });
  };
  const look = () => {
    const now = looked = performance.now(), age = now - start;
    if (thin && measured < changed) { measured = now; thin = measure(); }
    timers = 0;
    window.dispatchEvent(new CustomEvent('ask-${secret}', { detail: thin ? 2000 : 150 }));
    if (thin && leaving()) timers++;
    if (age > (thin ? 3000 : 500)) timers = 0;
    const rest = !thin ? 12 : document.scripts.length === 0 ? 0 : 200;
    const loaded = document.readyState === 'complete' || age > (thin ? ${loadMs} : Math.min(800, ${loadMs}));
    const resting = loaded && timers === 0;
    if (resting && now - changed >= rest) {
      if (thin || idle === true) return done(true);
      // Also waits for idle time, because on a busy thread the quiet period can pass while work is still queued.
      idle = false;
      requestIdleCallback(() => { if (idle === false) { idle = true; look(); } }, { timeout: 60 });
      return;
    }
    idle = undefined;
    if (age > ${maxMs} || (!thin && age > 3000)) return done(false);
    if (resting && !thin && reads < 2 && !fresh()) readNow();
    lookIn(resting && !thin ? Math.max(1, changed + rest - performance.now()) : 6);
  };
  look();
})`;

/** True when the page contains any text. */
export const hasText = `Boolean(document.body && document.body.textContent.trim())`;

/**
 * Serializes the document to HTML, including text in shadow trees and frames. Open shadow trees, and closed trees in
 * `closedRoots`, replace the children of their hosts. Same-origin frames become `div[data-original-tag="iframe"]`.
 * Elements that match `hide` (ad filters) are omitted. Open popovers get an `open` attribute, like open dialogs.
 */
export const serialise = (hide: string, maxChars: number): string => `(() => {
  const root = document.documentElement;
  if (!root) return { url: location.href, html: '' };
  const hide = ${hide};
  // Creates copies in a document that does not run scripts, so that the constructors of custom elements are not called
  // again.
  const inert = document.implementation.createHTMLDocument('');
  const doctype = document.doctype ? '<!DOCTYPE ' + document.doctype.name + '>' : '';
  const frameBody = (element) => {
    try { return element.contentDocument && element.contentDocument.body; } catch { return null; }
  };
  const isFrame = (element) => (element.tagName === 'IFRAME' || element.tagName === 'FRAME') && frameBody(element)?.childNodes.length > 0;
  const matches = (element) => { try { return hide !== '' && element.matches(hide); } catch { return false; } };
  // Makes URLs absolute. Outside their frame, relative URLs would resolve against the URL of the page.
  const keepAddresses = (node, made) => {
    for (const name of ['href', 'src']) if (node.getAttribute(name) && typeof node[name] === 'string') made.setAttribute(name, node[name]);
    if (node.getAttribute('srcset')) { made.removeAttribute('srcset'); if (node.currentSrc) made.setAttribute('src', node.currentSrc); }
  };
  const isShown = (node) => { try { return node.matches('[popover]:popover-open'); } catch { return false; } };
  const copyAll = (nodes, into) => { for (const node of nodes) { const made = copy(node); if (made) into.append(made); } };
  const copy = (node) => {
    if (node.nodeType !== 1) return inert.importNode(node, true);
    if (matches(node)) return null;
    if (node.tagName === 'SLOT' && node.getRootNode() instanceof ShadowRoot) {
      const assigned = node.assignedNodes({ flatten: true });
      const span = inert.createDocumentFragment();
      copyAll(assigned.length ? assigned : node.childNodes, span);
      return span;
    }
    if (isFrame(node)) {
      const box = inert.createElement('div');
      box.setAttribute('data-original-tag', 'iframe');
      for (const name of ['id', 'class']) if (node.hasAttribute(name)) box.setAttribute(name, node.getAttribute(name));
      if (node.getAttribute('src')) box.setAttribute('data-src', node.src);
      copyAll(frameBody(node).childNodes, box);
      return box;
    }
    const made = inert.importNode(node, node.tagName === 'TEMPLATE');
    if (node.ownerDocument !== document) keepAddresses(node, made);
    if (isShown(node)) made.setAttribute('open', '');
    const shadow = node.shadowRoot ?? globalThis.closedRoots?.get(node);
    if (shadow) copyAll([...shadow.childNodes].filter((child) => child.nodeName !== 'STYLE'), made);
    else if (node.tagName !== 'TEMPLATE') copyAll(node.childNodes, made);
    return made;
  };
  let html = '';
  const hidden = () => { try { return hide !== '' && document.querySelector(hide) !== null; } catch { return false; } };
  try {
    html = !hidden() && ![...document.querySelectorAll('[popover]')].some(isShown) && !${hasParts} ? root.outerHTML : copy(root).outerHTML;
  } catch {
    html = root.outerHTML;
  }
  const length = doctype.length + html.length;
  const tooLarge = length > ${maxChars};
  return { url: location.href, html: tooLarge ? '' : doctype + html, tooLarge, mayHaveClosedRoots: ${mayHaveClosedRoots} };
})()`;

/**
 * Clears data that is tied to the tab (`window.name` and session storage), and returns the number of session storage
 * entries. Also reopens the document, which removes all listeners. The page then cannot write anything while it
 * unloads.
 */
export const clearSession = `(() => {
  let had = 0;
  try { had = sessionStorage.length; sessionStorage.clear(); } catch {}
  window.name = '';
  document.open();
  return had;
})()`;

/**
 * Resolves when the page has loaded, its fonts are ready and it has been repainted. Resolves after 3 seconds at the
 * latest.
 */
export const painted = `Promise.race([
  new Promise((resolve) => setTimeout(resolve, 3000)),
  (async () => {
    if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
    if (document.fonts) await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  })(),
])`;

/** Hides elements from view without changing the HTML. */
export const hideStyle = (selectors: string): string => `(() => {
  if (!${selectors}) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${selectors} + ' { display: none !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
})()`;

/** Returns the classes and IDs used on the page. */
export const pageFeatures = `(() => {
  const classes = new Set(), ids = new Set();
  for (const element of document.querySelectorAll('[class], [id]')) {
    if (element.id) ids.add(element.id);
    for (const name of element.classList) classes.add(name);
  }
  return { classes: [...classes], ids: [...ids] };
})()`;

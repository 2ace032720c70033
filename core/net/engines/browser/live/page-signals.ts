/**
 * Script that runs in the page's own world before any other script. It signals changes that a recorder in another world
 * cannot see: shadow roots (including closed ones) and style rules added by scripts. Each signal is an event with a
 * secret name, which the page cannot guess.
 */
export const pageSignals = (secret: string): string => `(() => {
  const { dispatchEvent } = EventTarget.prototype, { apply } = Reflect, Signal = Event, soon = queueMicrotask;
  const told = new WeakSet();
  const tell = (node, name) => {
    if (!node || told.has(node)) return;
    told.add(node);
    soon(() => told.delete(node));
    try { apply(dispatchEvent, node, [new Signal(name + '-${secret}', { bubbles: true, composed: true })]); } catch {}
  };
  const after = (owner, names, signal) => {
    for (const name of names) {
      if (typeof owner[name] !== 'function') continue;
      owner[name] = new Proxy(owner[name], {
        apply(native, self, args) {
          const result = apply(native, self, args);
          signal(self, result);
          return result;
        },
      });
    }
  };
  const { get: modeOf } = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, 'mode');
  after(Element.prototype, ['attachShadow'], (host, root) => {
    if (apply(modeOf, root, []) === 'closed') tell(document, 'closed');
    else tell(host, 'shadow');
  });
  const rules = ['insertRule', 'deleteRule', 'addRule', 'removeRule'];
  after(CSSStyleSheet.prototype, rules, (sheet) => soon(() => tell(sheet.ownerNode, 'sheet')));
})();`;

/** Script that receives page signals in the recorder's world. It uses the recorder's `emit`, `tell` and `record`. */
export const listenForSignals = (secret: string): string => `
  // The recorder observes a shadow root only if attachShadow is called in the recorder's own world. If a host already
  // has an open root, this replacement returns that root, so that the recorder observes it.
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) { return this.shadowRoot ?? attach.call(this, init); };
  document.addEventListener('shadow-${secret}', (event) => {
    const host = event.composedPath()[0];
    if (host.shadowRoot && record.mirror.hasNode(host)) host.attachShadow({ mode: 'open' });
  }, true);
  let hasClosed = false;
  const tellClosed = () => hasClosed && tell('{"type":"closed","data":{}}');
  document.addEventListener('closed-${secret}', () => {
    hasClosed = true;
    tellClosed();
  });
  const sheets = new Set();
  let soon;
  const tellSheets = () => {
    soon = undefined;
    const attributes = [];
    for (const node of sheets) {
      const id = record.mirror.getId(node);
      try {
        const text = Array.from(node.sheet.cssRules, (rule) => rule.cssText).join('\\n');
        if (id > 0 && text.length < 4_000_000) attributes.push({ id, attributes: { _cssText: text } });
      } catch {}
    }
    sheets.clear();
    if (attributes.length) emit({ type: 3, data: { source: 0, texts: [], adds: [], removes: [], attributes } });
  };
  const tellSheet = (node) => {
    sheets.add(node);
    soon ??= setTimeout(tellSheets, 100);
  };
  document.addEventListener('sheet-${secret}', (event) => tellSheet(event.composedPath()[0]), true);
  // The recorder reads a linked style sheet once. When the link changes, the rules it has read are no longer valid.
  const renewed = new WeakSet();
  const renewLink = ({ id, attributes }) => {
    const node = record.mirror.getNode(id);
    if (node?.localName !== 'link' || '_cssText' in attributes || !('href' in attributes || 'rel' in attributes)) return;
    Object.assign(attributes, { rel: node.rel, href: node.href, _cssText: null });
    renewed.add(node);
  };
  document.addEventListener('load', ({ target }) => renewed.has(target) && tellSheet(target), true);
`;

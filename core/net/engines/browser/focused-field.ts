/** Finds the focused element, including in same-origin frames and open shadow roots. */
const focused = `(() => {
  let at = document.activeElement;
  for (let inner = at; inner; inner = at.shadowRoot?.activeElement ?? at.contentDocument?.activeElement) at = inner;
  return at;
})()`;

const isTextField = `(at) => at?.localName === 'textarea' || at?.isContentEditable ||
  (at?.localName === 'input' && !/^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/.test(at.type))`;

/**
 * Script that returns the origin of the focused text field. Returns null if no text field has focus, or if the focused
 * field is in a cross-origin frame. Also makes the browser mask the text, unless the field is a password field, which
 * is always masked.
 */
export const secretField = `(() => {
  const at = ${focused};
  if (!(${isTextField})(at)) return null;
  if (at.type !== 'password') at.style.webkitTextSecurity = 'disc';
  return { origin: at.ownerDocument.defaultView.origin };
})()`;

/** Script that selects the text of the focused field. */
export const selectField = `(() => {
  const at = ${focused};
  if (!(${isTextField})(at)) return;
  if (at.select) at.select();
  else at.ownerDocument.execCommand('selectAll');
})()`;

/**
 * Returns a script that reads the properties of a text field for a recording. `node` is the field's mirror ID and
 * defaults to the focused field. The script runs in the recorder's world.
 */
export const describeField = (node: number | undefined): string => `(() => {
  const { mirror } = globalThis.rrwebRecord.record;
  const at = ${node === undefined ? focused : `mirror.getNode(${node})`};
  if (!at?.isConnected || !(${isTextField})(at)) return null;
  const isSecret = at.type === 'password' || /current-password|new-password|one-time-code/.test(at.autocomplete ?? '')
    || !/^(?:none|)$/.test(getComputedStyle(at).webkitTextSecurity ?? '');
  const value = 'value' in at ? at.value : at.innerText;
  return { node: mirror.getId(at), value, isSecret, origin: at.ownerDocument.defaultView.origin };
})()`;

/** Finds what has the focus, in frames of the same site and open shadow roots, too. */
const focused = `(() => {
  let at = document.activeElement;
  for (let inner = at; inner; inner = at.shadowRoot?.activeElement ?? at.contentDocument?.activeElement) at = inner;
  return at;
})()`;

const isTextField = `(at) => at?.localName === 'textarea' || at?.isContentEditable ||
  (at?.localName === 'input' && !/^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/.test(at.type))`;

/**
 * Answers the origin of the text field that has the focus; null without one, and in frames of other sites. A field whose
 * text can be read is shown in dots from then on.
 */
export const secretField = `(() => {
  const at = ${focused};
  if (!(${isTextField})(at)) return null;
  if (at.type !== 'password') at.style.webkitTextSecurity = 'disc';
  return { origin: at.ownerDocument.defaultView.origin };
})()`;

/** Selects the text of the field that has the focus. */
export const selectField = `(() => {
  const at = ${focused};
  if (!(${isTextField})(at)) return;
  if (at.select) at.select();
  else at.ownerDocument.execCommand('selectAll');
})()`;

/** Answers what a recording needs of a text field, by its id in the mirror or by the focus; runs in the recorder's world. */
export const tellField = (node: number | undefined): string => `(() => {
  const { mirror } = globalThis.rrwebRecord.record;
  const at = ${node === undefined ? focused : `mirror.getNode(${node})`};
  if (!at?.isConnected || !(${isTextField})(at)) return null;
  const isSecret = at.type === 'password' || /current-password|new-password|one-time-code/.test(at.autocomplete ?? '')
    || !/^(?:none|)$/.test(getComputedStyle(at).webkitTextSecurity ?? '');
  const value = 'value' in at ? at.value : at.innerText;
  return { node: mirror.getId(at), value, isSecret, origin: at.ownerDocument.defaultView.origin };
})()`;

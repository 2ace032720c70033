/** Selectors for the accept buttons of common consent tools. */
const known = [
  '#onetrust-accept-btn-handler',
  '#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll',
  '#didomi-notice-agree-button',
  '#truste-consent-button',
  '#axeptio_btn_acceptAll',
  '.qc-cmp2-summary-buttons button[mode="primary"]',
  '.klaro .cm-btn-accept-all',
  '.cmplz-accept',
  '.cky-btn-accept',
  '.iubenda-cs-accept-btn',
  '.osano-cm-accept-all',
];

/** Labels of accept buttons, in lower case. */
const words = [
  ...['accept', 'accept all', 'accept all cookies', 'accept cookies', 'allow all', 'allow all cookies', 'i agree'],
  ...['akzeptieren', 'alle akzeptieren', 'alle cookies akzeptieren', 'zustimmen', 'alle zulassen'],
  ...['tout accepter', 'accepter', 'accepter tout', 'aceptar', 'aceptar todo', 'accetta', 'accetta tutti'],
  ...['aceitar', 'aceitar todos', 'alles accepteren', 'accepteren', 'zaakceptuj wszystkie', 'godkänn alla'],
];

/** Selectors for consent banners. A button recognized by its text must be inside one of these elements. */
const banners = [
  '[role="dialog"]',
  'dialog[open]',
  ...['consent', 'cookie', 'gdpr', 'privacy'].flatMap((name) => [`[id*="${name}" i]`, `[class*="${name}" i]`]),
];

/**
 * Returns a script that finds the accept button of a consent banner and marks it. The script returns the button's
 * selector, or null if the page shows no such button.
 */
export function findButton(selectors: readonly string[]): string {
  return `(() => {
  const isShown = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
  const select = (root, selector) => { try { return [...root.querySelectorAll(selector)]; } catch { return []; } };
  const words = new Set(${JSON.stringify(words)});
  const textOf = (element) => (element.value || element.textContent || '').replace(/\\s+/g, ' ').trim().toLowerCase();
  const buttons = 'button, [role="button"], input[type="button"], input[type="submit"], a';
  const known = ${JSON.stringify([...selectors, ...known])}.flatMap((selector) => select(document, selector));
  const inBanners = select(document, ${JSON.stringify(banners.join(', '))}).flatMap((banner) => select(banner, buttons));
  const found = known.find(isShown) ?? inBanners.find((button) => words.has(textOf(button)) && isShown(button));
  if (!found) return null;
  document.querySelectorAll('[data-gleaner-accept]').forEach((old) => old.removeAttribute('data-gleaner-accept'));
  found.setAttribute('data-gleaner-accept', '');
  return '[data-gleaner-accept]';
})()`;
}

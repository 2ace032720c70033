import type { Element } from 'domhandler';

/** What the common tools and themes call the boxes in which they ask for consent to cookies. */
const CONSENT =
  /(^|\s)(onetrust|cybotcookiebot|cookiebot|didomi|usercentrics|qc-cmp2?|iubenda-cs|cookie-?yes|cky|truste|borlabscookiebox|sp_message)([-_\s]|dialog|$)|cookie[-_]?(consent|banner|bar|box|notice|popup|modal|dialog|overlay|prompt|law|alert)([-_\s]|$)|(^|[-_\s])(gdpr|consent)[-_]?(banner|bar|box|notice|popup|modal|dialog|overlay|manager)([-_\s]|$)/i;

/** True for a class or id of a box that asks for consent to cookies. */
export const isCalledConsent = (name: string): boolean => CONSENT.test(name);

/** True for a box that asks for consent to cookies: no part of what a page says, however long its text is. */
export const isConsentBox = ({ name, attribs: { id, class: classes } }: Element): boolean =>
  mayBeConsentBox(name) &&
  ((id !== undefined && isCalledConsent(id)) || (classes !== undefined && isCalledConsent(classes)));

/** False for the page itself, whose classes often tell what stands on it. */
export const mayBeConsentBox = (name: string): boolean => name !== 'body' && name !== 'html';

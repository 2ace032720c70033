import type { Element } from 'domhandler';
import { remember } from '../remember';

/** What the common tools and themes call the boxes in which they ask for consent to cookies. */
const CONSENT =
  /(^|\s)(onetrust|cybotcookiebot|cookiebot|didomi|usercentrics|qc-cmp2?|iubenda-cs|cookie-?yes|cky|truste|borlabscookiebox|sp_message)([-_\s]|dialog|$)|cookie[-_]?(consent|banner|bar|box|notice|popup|modal|dialog|overlay|prompt|law|alert)([-_\s]|$)|(^|[-_\s])(gdpr|consent)[-_]?(banner|bar|box|notice|popup|modal|dialog|overlay|manager)([-_\s]|$)/i;

const isCalledConsent = remember((names) => (CONSENT.test(names) ? 1 : 0));

/** True for a box that asks for consent to cookies: no part of what a page says, however long its text is. */
export const isConsentBox = ({ name, attribs: { id, class: classes } }: Element): boolean =>
  name !== 'body' &&
  name !== 'html' &&
  ((id !== undefined && isCalledConsent(id) === 1) || (classes !== undefined && isCalledConsent(classes) === 1));

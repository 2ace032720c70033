import { AppError } from '../../../common/errors';
import { NotAPage } from '../../../ports/engine';
import { refusedHeader } from '../egress/forwarded-headers';
import type { DocumentResponse } from './document-watch';
import type { BrowserEgress } from './egress';
import { isGone } from './page-gone';
import type { PageSlot } from './page-slot';
import { type Opening, openPage } from './render-page';

/** Opens a URL in the page. Throws the egress proxy's error if the proxy refused the URL. */
export async function openAddress(
  slot: PageSlot,
  url: string,
  egress: BrowserEgress,
  opening?: Opening,
): Promise<DocumentResponse | undefined> {
  try {
    const response = await openPage(slot, url, opening);
    throwIfRefused(slot, response, egress);
    return response;
  } catch (thrown) {
    if (isGone(thrown)) throw thrown;
    const refusal = egress.routes.takeRefusals(slot.login.username).at(-1);
    throw refusal && !(thrown instanceof NotAPage) ? refusal.error : thrown;
  }
}

/** Throws the egress proxy's error if the proxy generated the response. */
export function throwIfRefused(slot: PageSlot, response: DocumentResponse | undefined, egress: BrowserEgress): void {
  if (response?.headers[refusedHeader] === undefined) return;
  const refusals = egress.routes.takeRefusals(slot.login.username);
  const refusal = refusals.findLast(({ target }) => target === response.url) ?? refusals.at(-1);
  throw refusal?.error ?? new AppError('SCRAPE_SITE_ERROR', `\`${response.url}\` could not be reached.`);
}

/** Thrown when the page or the browser died during an operation. The operation may be retried once on a fresh page. */
export class PageGone extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'PageGone';
  }
}

/** Thrown when the page navigated while a script was running in it. Work continues in the new document. */
export class DocumentReplaced extends Error {
  constructor() {
    super('The page navigated to another document.');
    this.name = 'DocumentReplaced';
  }
}

/** True for puppeteer errors caused by a closed page or browser. */
export function isGone(thrown: unknown): boolean {
  if (thrown instanceof PageGone) return true;
  const message = thrown instanceof Error ? thrown.message : '';
  return /Target closed|Session closed|detached|Connection closed|Target crashed|Not attached to an active page|ConnectionClosed/i.test(
    `${thrown instanceof Error ? thrown.name : ''} ${message}`,
  );
}

/** True for puppeteer errors caused by a navigation that replaced the document while a script was running in it. */
export function isReplaced(thrown: unknown): boolean {
  if (thrown instanceof DocumentReplaced) return true;
  const message = thrown instanceof Error ? thrown.message : '';
  return /context was destroyed|Cannot find context|uniqueContextId not found|Inspected target navigated/i.test(
    message,
  );
}

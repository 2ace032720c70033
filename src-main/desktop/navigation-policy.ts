/** True if a URL belongs to the engine shown in the window. */
export function isEngineUrl(address: string, engineUrl: string | undefined): boolean {
  const url = parse(address);
  const engine = engineUrl === undefined ? undefined : parse(engineUrl);
  return url !== undefined && engine !== undefined && url.origin === engine.origin && url.origin !== 'null';
}

/** Returns the URL if it may be opened in the default browser or e-mail program, otherwise undefined. */
export function externalAddress(address: unknown): string | undefined {
  if (typeof address !== 'string' || address.length > 8192) return undefined;
  const url = parse(address);
  // Omits the query of an e-mail link, because some programs attach files that it names.
  if (url?.protocol === 'mailto:') return url.pathname.includes('@') ? `mailto:${url.pathname}` : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  // Rejects URLs that contain credentials, because credentials before the host name can make a malicious URL look
  // familiar.
  if (url.username || url.password) return undefined;
  return url.href;
}

function parse(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

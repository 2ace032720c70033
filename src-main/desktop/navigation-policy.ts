/** Whether an address belongs to the engine the window shows. */
export function isOfEngine(address: string, engineUrl: string | undefined): boolean {
  const url = parse(address);
  const engine = engineUrl === undefined ? undefined : parse(engineUrl);
  return url !== undefined && engine !== undefined && url.origin === engine.origin && url.origin !== 'null';
}

/** The address in a form that may be handed to the user's browser, or undefined when it may not. */
export function externalAddress(address: unknown): string | undefined {
  if (typeof address !== 'string' || address.length > 8192) return undefined;
  const url = parse(address);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  // A name in front of the host is how a false address is made to look like a known one.
  if (url.username || url.password) return undefined;
  return url.href;
}

function parse(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

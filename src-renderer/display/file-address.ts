/** The path of a stored file on this engine, whatever host name the engine wrote into its address. */
export function filePath(address: string): string {
  try {
    const url = new URL(address, window.location.href);
    return url.pathname.startsWith('/files/') ? url.pathname : '';
  } catch {
    return '';
  }
}

/** Returns the path of a stored file on this engine, regardless of the host in its URL. */
export function filePath(address: string): string {
  try {
    const url = new URL(address, window.location.href);
    return url.pathname.startsWith('/files/') ? url.pathname : '';
  } catch {
    return '';
  }
}

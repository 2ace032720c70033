/** Path of a stored file on this engine, whatever host its URL has. */
export function filePath(address: string): string {
  try {
    const url = new URL(address, window.location.href);
    return url.pathname.startsWith('/files/') ? url.pathname : '';
  } catch {
    return '';
  }
}

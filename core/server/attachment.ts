/** Returns a `Content-Disposition` header that saves a file under a name. Older clients receive an ASCII version. */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '')
    .replace(/^-+/, '');
  const encoded = ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `attachment; filename="${ascii}"${encoded}`;
}

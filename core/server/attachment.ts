/**
 * Returns a `Content-Disposition` header that makes clients save the response as a file with the given name. Older
 * clients use an ASCII version of the name.
 */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '')
    .replace(/^-+/, '');
  const encoded = ascii === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `attachment; filename="${ascii}"${encoded}`;
}

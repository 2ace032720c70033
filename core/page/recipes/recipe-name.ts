/** Suggests a recipe name from the host and the first path segment of a URL. */
export function recipeNameOf(address: string): string {
  const { hostname = '', pathname = '' } = URL.parse(address) ?? {};
  const [folder = ''] = pathname.split('/').filter((step) => /^\p{L}[\p{L}\p{N}-]*$/u.test(step));
  const host = hostname.replace(/^www\./, '').replace(/[^\p{L}\p{N}.-]/gu, '') || 'recipe';
  return `${host} ${folder}`.trim().slice(0, 70);
}

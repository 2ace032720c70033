/** A name for a recipe, made of the host and the first folder of an address. */
export function recipeNameOf(address: string): string {
  const { hostname = '', pathname = '' } = URL.parse(address) ?? {};
  const [folder = ''] = pathname.split('/').filter((step) => /^\p{L}[\p{L}\p{N}-]*$/u.test(step));
  const host = hostname.replace(/^www\./, '').replace(/[^\p{L}\p{N}.-]/gu, '') || 'recipe';
  return `${host} ${folder}`.trim().slice(0, 70);
}

/** The fragment without a text directive, which only marks words of a page. */
const withoutDirective = (hash: string): string => hash.split(':~:', 1)[0] ?? '';

/** True for a fragment that a single-page app uses as a route, as in `#/about` or `#!about`; `#about` is a place of a page. */
export function isHashRoute(hash: string): boolean {
  const fragment = withoutDirective(hash);
  return (fragment.length > 1 && fragment.includes('/')) || (fragment.length > 2 && fragment.startsWith('#!'));
}

/** The fragment where it names another view than the start view of an app (`#/`, `#!/`); empty for all others. */
export function viewOf(hash: string): string {
  const fragment = withoutDirective(hash);
  return isHashRoute(fragment) && !/^#!?\/$/.test(fragment) ? fragment : '';
}

/** True where only a script can show the view that a fragment names. */
export const needsScript = (hash: string): boolean => /^#[!/]/.test(viewOf(hash));

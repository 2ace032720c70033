/** Returns the fragment without a text directive, which only highlights words of a page. */
const withoutDirective = (hash: string): string => hash.split(':~:', 1)[0] ?? '';

/**
 * True for a fragment that a single-page app uses as a route, such as `#/about` or `#!about`; `#about` is a position in a page.
 */
export function isHashRoute(hash: string): boolean {
  const fragment = withoutDirective(hash);
  return (fragment.length > 1 && fragment.includes('/')) || (fragment.length > 2 && fragment.startsWith('#!'));
}

/** Returns a fragment that names another view than an app's start view (`#/`, `#!/`); empty for all others. */
export function viewOf(hash: string): string {
  const fragment = withoutDirective(hash);
  return isHashRoute(fragment) && !/^#!?\/$/.test(fragment) ? fragment : '';
}

/** True when only a script can show the view of a fragment. */
export const needsScript = (hash: string): boolean => /^#[!/]/.test(viewOf(hash));

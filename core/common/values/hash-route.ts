/** Removes the text directive from a fragment. The directive only highlights words in the page. */
const withoutDirective = (hash: string): string => hash.split(':~:', 1)[0] ?? '';

/**
 * True for a fragment that a single-page app uses as a route, such as `#/about` or `#!about`. False for an anchor in
 * the page, such as `#about`.
 */
export function isHashRoute(hash: string): boolean {
  const fragment = withoutDirective(hash);
  return (fragment.length > 1 && fragment.includes('/')) || (fragment.length > 2 && fragment.startsWith('#!'));
}

/**
 * Returns the fragment if it selects a view other than an app's start view (`#/`, `#!/`). Otherwise, returns an empty
 * string.
 */
export function viewOf(hash: string): string {
  const fragment = withoutDirective(hash);
  return isHashRoute(fragment) && !/^#!?\/$/.test(fragment) ? fragment : '';
}

/** True when only a script can show the view that a fragment selects. */
export const needsScript = (hash: string): boolean => /^#[!/]/.test(viewOf(hash));

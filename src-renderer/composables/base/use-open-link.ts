/** Opens a URL from page content in the user's default browser. */
export function openLink(address: string): void {
  if (!/^(?:https?|mailto):/i.test(address)) return;
  if (window.gleaner) void window.gleaner.openExternal(address);
  else window.open(address, '_blank', 'noopener,noreferrer');
}

/** Click listener for an element that contains page content. Opens links in the content with `openLink`. */
export function followOutside(event: MouseEvent): void {
  const anchor = event.target instanceof Element ? event.target.closest('a') : undefined;
  if (!anchor || !window.gleaner) return;
  event.preventDefault();
  openLink(anchor.href);
}

/** Opens the data folder. Undefined in a web browser, which cannot open folders. */
export const openDataFolder: (() => Promise<void>) | undefined = window.gleaner
  ? () => window.gleaner?.openDataFolder() ?? Promise.resolve()
  : undefined;

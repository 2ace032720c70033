/** Opens an address of page content in the user's own browser. */
export function openLink(address: string): void {
  if (!/^https?:/i.test(address)) return;
  if (window.gleaner) void window.gleaner.openExternal(address);
  else window.open(address, '_blank', 'noopener,noreferrer');
}

/** Click listener for a box of page content: its links leave through `openLink`. */
export function followOutside(event: MouseEvent): void {
  const anchor = event.target instanceof Element ? event.target.closest('a') : undefined;
  if (!anchor || !window.gleaner) return;
  event.preventDefault();
  openLink(anchor.href);
}

/** Shows the data folder; undefined in a plain browser, which cannot. */
export const openDataFolder: (() => Promise<void>) | undefined = window.gleaner
  ? () => window.gleaner?.openDataFolder() ?? Promise.resolve()
  : undefined;

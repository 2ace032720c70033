/** Saves text as a file: with a save dialog in the desktop app, or as a download in a browser. */
export async function saveText(name: string, text: string, mediaType: string): Promise<void> {
  const blob = new Blob([text], { type: mediaType });
  if (window.gleaner) {
    await window.gleaner.saveFile({ name, mediaType, content: new Uint8Array(await blob.arrayBuffer()) });
    return;
  }
  const address = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** Downloads a file from the engine under a given name. */
export function downloadFrom(address: string, name: string): void {
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
}

/** Formats, then actions, the ones people want most first. */
const usual: readonly string[] = [
  ...[
    'markdown',
    'html',
    'rawHtml',
    'links',
    'images',
    'screenshot',
    'json',
    'summary',
    'attributes',
    'changeTracking',
  ],
  ...['wait', 'click', 'write', 'press', 'choose', 'scroll', 'scrape', 'executeJavascript', 'pdf', 'actions'],
];

/** Place of a format or an action among its kind; what plugins add comes last. */
export function placeOf(id: string): number {
  const at = usual.indexOf(id);
  return at < 0 ? usual.length : at;
}

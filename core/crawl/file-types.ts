/** Endings of files that hold no page. Not among them: pdf, docx, xml and json, which are read. */
const skipped = new Set(
  'png jpg jpeg gif css js ico svg tiff zip exe dmg mp4 mp3 wav pptx xlsx avi flv woff ttf woff2 webp inc'.split(' '),
);

/** The ending of a path that is not worth fetching; undefined when the path may be a page. */
export function skippedExtension(pathname: string): string | undefined {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  if (dot < 0) return undefined;
  const extension = name.slice(dot + 1).toLowerCase();
  return skipped.has(extension) ? extension : undefined;
}

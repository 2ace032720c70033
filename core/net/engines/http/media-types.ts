import type { ParserPlugin } from '../../../contract/plugin';

/** Decides which responses are worth reading. */
export interface ReadableMedia {
  /**
   * Returns false for a media type that can never be converted to text. Checks the path if the media type is too
   * generic.
   */
  accepts(mediaType: string, path: string): boolean;
}

/** Injection token for the media type check. The bound check also accepts the types that parsers declare. */
export const ReadableMedia = Symbol('ReadableMedia');

const hopeless = new Set(
  `application/zip application/x-zip-compressed application/gzip application/x-gzip application/x-tar application/x-7z-compressed
   application/x-rar-compressed application/vnd.rar application/x-bzip2 application/x-xz application/zstd application/java-archive
   application/x-msdownload application/x-msdos-program application/x-dosexec application/vnd.microsoft.portable-executable
   application/x-executable application/x-elf application/x-mach-binary application/x-sharedlib application/x-msi
   application/x-iso9660-image application/x-apple-diskimage application/vnd.debian.binary-package
   application/x-debian-package application/x-rpm application/vnd.android.package-archive application/wasm
   application/x-shockwave-flash application/ogg application/x-font-ttf application/vnd.ms-fontobject
   application/x-bittorrent application/x-sqlite3 application/vnd.sqlite3`.split(/\s+/),
);

/** Matches paths of office files, which are often served with the media type for ZIP. */
const officePath = /\.(docx|xlsx|pptx|odt|ods|odp|epub)$/i;

/** The built-in check. Rejects images, audio, video, fonts, archives and programs. Accepts SVG as text. */
export const builtInMedia: ReadableMedia = {
  accepts(mediaType, path) {
    if (mediaType === 'image/svg+xml') return true;
    if (/^(image|video|audio|font|model)\//.test(mediaType)) return false;
    return !hopeless.has(mediaType) || (mediaType.includes('zip') && officePath.test(path));
  },
};

/** Extends the built-in check with the types that parsers declare. Looks up the parsers on each call. */
export function mediaReadBy(parsers: () => readonly Pick<ParserPlugin, 'mediaTypes' | 'extensions'>[]): ReadableMedia {
  const named = (mediaType: string, path: string) =>
    parsers().some(
      ({ mediaTypes, extensions }) =>
        mediaTypes.includes(mediaType) ||
        (mediaType.includes('zip') && extensions.some((extension) => path.toLowerCase().endsWith(extension))),
    );
  return { accepts: (mediaType, path) => builtInMedia.accepts(mediaType, path) || named(mediaType, path) };
}

/** Returns the media type in a Content-Type header, in lower case and without parameters. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

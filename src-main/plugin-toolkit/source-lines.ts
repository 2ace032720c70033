import { SourceMap, type SourceMapPayload } from 'node:module';

/** Maps lines of a plugin's bundled script to lines of its sources. */
export class SourceLines {
  readonly #map: SourceMap | undefined;
  readonly #lines: readonly string[];

  constructor(code: string, map: object | null | undefined) {
    this.#map = map ? new SourceMap(map as SourceMapPayload) : undefined;
    this.#lines = code.split('\n');
  }

  /**
   * Replaces script positions in a message with the position and text of the source line. Script positions are written
   * as `(line N)` or `(line N, column N)`.
   */
  inMessage(message: string): string {
    return message.replaceAll(
      /\(line (\d+)(?:, column (\d+))?\)/g,
      (all, line: string, column?: string) => this.#placeOf(Number(line), Number(column ?? 0)) ?? all,
    );
  }

  #placeOf(line: number, column: number): string | undefined {
    const text = this.#lines[line - 1] ?? '';
    const at = column ? column - 1 : text.length - text.trimStart().length;
    const found = this.#map?.findEntry(line - 1, at);
    if (!this.#map || !found || !('originalSource' in found) || found.generatedLine !== line - 1) return undefined;
    const { sources, sourcesContent } = this.#map.payload;
    const content = sourcesContent?.[sources.indexOf(found.originalSource)] ?? '';
    const source = content.split('\n')[found.originalLine]?.trim();
    // Source paths in the map are relative to the script's subfolder, so a leading `../` is removed.
    return `(${found.originalSource.replace(/^\.\.\//, '')}:${found.originalLine + 1}: ${source})`;
  }
}

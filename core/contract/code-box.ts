/** Class names of elements that show lines of code without `pre`, in code editors and highlighters. */
const LINES_OF_EDITOR = /(?<!\S)(?:CodeMirror-code|cm-content|view-lines|ace_text-layer|crayon-pre)(?!\S)/;
/** Class names of the line numbers in code editors. */
const NUMBERS_OF_EDITOR =
  /(?<!\S)(?:CodeMirror-(?:gutter-wrapper|gutters|linenumber)|cm-gutters|ace_gutter|margin-view-overlays)(?!\S)/;
const KEEPS_LINES = /(?:^|;)\s*white-space\s*:\s*(?:pre|break-spaces)/i;
const MONOSPACED = /(?:^|;)\s*font(?:-family)?\s*:[^;]*(?:mono|consolas|menlo|courier)/i;
const BOXES = new Set(['div', 'p', 'section', 'figure']);

/** True for the line numbers in a code editor. */
export const isEditorGutter = ({ attribs }: { readonly attribs: { readonly class?: string } }): boolean =>
  attribs.class !== undefined && NUMBERS_OF_EDITOR.test(attribs.class);

/** True for a block of code without `pre`: the lines in a code editor, or monospaced text that keeps its line breaks. */
export function isCodeBox({
  name,
  attribs: { class: names, style },
}: {
  readonly name: string;
  readonly attribs: Readonly<Record<string, string | undefined>>;
}): boolean {
  if (!BOXES.has(name)) return false;
  if (names !== undefined && LINES_OF_EDITOR.test(names)) return true;
  return style !== undefined && KEEPS_LINES.test(style) && MONOSPACED.test(style);
}

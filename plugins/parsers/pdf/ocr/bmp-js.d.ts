/** Type declarations for the `bmp-js` functions that Gleaner uses. The package has no types. */
declare module 'bmp-js' {
  const bmp: { decode(file: Buffer): { readonly width: number; readonly height: number; readonly data: Buffer } };
  export default bmp;
}

/** Types for the parts of the untyped package `bmp-js` that are used. */
declare module 'bmp-js' {
  const bmp: { decode(file: Buffer): { readonly width: number; readonly height: number; readonly data: Buffer } };
  export default bmp;
}

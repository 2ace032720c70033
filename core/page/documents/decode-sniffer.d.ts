declare module 'html-encoding-sniffer' {
  /** Returns the encoding of a page according to the WHATWG rules. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: {
      readonly xml?: boolean;
      readonly transportLayerEncodingLabel?: string;
      readonly defaultEncoding?: string;
      readonly maxPrescanBytes?: number;
    },
  ): string;
}

declare module 'html-encoding-sniffer' {
  /** Finds the encoding that a page declares, by the WHATWG rules. */
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

declare module '*/plugin-guest.bundle' {
  /** Source code of the sandbox module `gleaner/plugin`. */
  const source: string;
  export default source;
}

declare module '*/plugin-guest.bundle' {
  /** Source of the module `gleaner/plugin` in the sandbox. */
  const source: string;
  export default source;
}

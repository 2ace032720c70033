/** What came of trying a plugin out. */
export interface PluginTestReport {
  readonly ok: boolean;
  /** What happened, in a sentence. */
  readonly message: string;
  readonly durationMs: number;
}

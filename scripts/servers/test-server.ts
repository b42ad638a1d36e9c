/** A server of another project against which the product is tested. */
export type TestServer = {
  /** Set to its URL for its tests, which are skipped without it. */
  variable: string
  /** Test files whose path contains one of these. */
  tests: readonly string[]
  /** Resolves when it is ready. */
  start(): Promise<RunningServer>
}
export type RunningServer = { url: string; stop(): Promise<void> }

export type ImageLimits = {
  /** Of one job, over all threads. */
  cpuMs: number
  /** Resident set size of the image process. */
  memoryBytes: number
}

export type JobMessage = { name: string; input: unknown }

/** After `exceeded` the image process kills itself. */
export type JobResult =
  | { output: unknown; memoryBytes: number }
  | { error: string }
  | { exceeded: 'cpu' | 'memory' }

/** Work that decodes or draws images. It runs in the image process only; input and output are structured-cloned. */
export type ImageJob<Input, Output> = {
  readonly name: string
  run(input: Input): Promise<Output>
}

export type ImageLimits = {
  /** CPU time of one job, over all threads. */
  cpuMs: number
  /** Resident memory of the whole image process. */
  memoryBytes: number
}

/** What the server sends to the image process. */
export type JobMessage = { name: string; input: unknown }

/** What comes back. After `exceeded` the image process kills itself. */
export type JobReply =
  | { output: unknown; memoryBytes: number }
  | { error: string }
  | { exceeded: 'cpu' | 'memory' }

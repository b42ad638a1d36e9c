import { benchUrl, fillDatabase } from './command.ts'

/** Recreated, so that it has no votes of previous runs and the current tables. */
export async function createShortDatabase(): Promise<string> {
  const url = benchUrl('bench_short')
  await fillDatabase({ questions: 2_000, seed: 7, url })
  return url
}

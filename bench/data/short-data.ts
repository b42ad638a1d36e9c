import { benchUrl, fillDatabase } from './command.ts'

/** A small filled database, made anew: votes of an earlier run stand in it no more, and its tables are those of today. */
export async function shortDatabase(): Promise<string> {
  const url = benchUrl('bench_short')
  await fillDatabase({ questions: 2_000, seed: 7, url })
  return url
}

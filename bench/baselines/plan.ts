import type { Statement } from '../run/recorder.ts'

/** A response of Stoa with the statements it took. */
export type RecordedResponse = {
  path: string
  statements: Statement[]
  headers: Record<string, string>
  /** Base64. */
  body: string
}

export type BaselinePlan = {
  kind: 'bytes' | 'sql' | 'page'
  databaseUrl: string
  recorded: RecordedResponse[]
}

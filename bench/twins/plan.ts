import type { Statement } from '../run/recorder.ts'

/** What the product was asked, what it asked the database, and what it answered. */
export type Recorded = {
  path: string
  statements: Statement[]
  headers: Record<string, string>
  /** In base64. */
  body: string
}

export type TwinPlan = {
  kind: 'bytes' | 'sql' | 'page'
  databaseUrl: string
  recorded: Recorded[]
}

import type { MessageKind } from './refusals.ts'

/** What was wrong with a form: said beside its fields, or above it. */
export type FormProblem = {
  fields: Record<string, string>
  message: { kind: MessageKind; text: string } | null
}

import type { MessageKind } from './rejections.ts'

export type FormProblem = {
  fields: Record<string, string>
  message: { kind: MessageKind; text: string } | null
}

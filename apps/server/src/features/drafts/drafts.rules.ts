import type { DraftKind } from '@stoa/contract/features/drafts'
import { typeOfId } from '@stoa/contract/ids'

export type Place = { kind: DraftKind; object_id: string }

/** Whether something can be written there; whether the object exists does not matter to a draft. */
export function isPlace({ kind, object_id }: Place): boolean {
  const type = typeOfId(object_id)
  if (kind === 'question') return object_id === '0'
  return kind === 'answer' ? type === 'question' : type === 'question' || type === 'answer'
}

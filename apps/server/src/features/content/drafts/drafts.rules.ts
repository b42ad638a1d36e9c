import type { DraftKind } from '@stoa/contract/features/drafts'
import { typeOfId } from '@stoa/contract/ids'

export type DraftTarget = { kind: DraftKind; object_id: string }

/** Does not check that the object exists: a draft may outlive it. */
export function isValidTarget({ kind, object_id }: DraftTarget): boolean {
  const type = typeOfId(object_id)
  if (kind === 'question') return object_id === '0'
  return kind === 'answer' ? type === 'question' : type === 'question' || type === 'answer'
}

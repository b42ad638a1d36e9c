import type { BulkActionName, BulkObjectType } from '@stoa/contract/features/bulk-actions'
import { limits } from '@stoa/contract/limits'
import { allow, deny, type Verdict } from '../../../kernel/rules.ts'
import type { BulkParameters } from '../../../schema/bulk-actions.ts'

const forAnswers: readonly BulkActionName[] = ['delete', 'undelete', 'delete_permanently']

type Start = { objectType: BulkObjectType; action: BulkActionName; parameters: BulkParameters }

/** Whether an action can be started on posts of this type, with what it needs. */
export function canStart({ objectType, action, parameters }: Start): Verdict {
  const { addTags = [], removeTags = [], reason = '' } = parameters
  if (objectType === 'answer' && !forAnswers.includes(action)) return deny('bulk.not_for_answers')
  if (action === 'delete_permanently' && reason === '') return deny('bulk.reason_required')
  if (action === 'change_tags' && addTags.length + removeTags.length === 0)
    return deny('bulk.no_tags')
  return allow
}

const opposites: Partial<Record<BulkActionName, BulkActionName>> = {
  delete: 'undelete',
  undelete: 'delete',
  close: 'reopen',
  change_tags: 'change_tags',
  list: 'unlist',
  unlist: 'list',
}

/** Null for an action that cannot be undone. */
export function oppositeOf(action: BulkActionName): BulkActionName | null {
  return opposites[action] ?? null
}

type Undoable = {
  action: BulkActionName
  state: string
  done: number
  undoesId: string | null
  isUndone: boolean
}

/** Once, when it has ended. The undo itself cannot be undone. */
export function canUndo({ action, state, done, undoesId, isUndone }: Undoable): Verdict {
  if (isUndone) return deny('bulk.undone')
  if (state === 'running') return deny('bulk.running')
  const isPossible = done > 0 && undoesId === null && oppositeOf(action) !== null
  return isPossible ? allow : deny('bulk.cannot_undo')
}

export function canStop({ state }: { state: string }): Verdict {
  return state === 'running' ? allow : deny('bulk.not_running')
}

/** Removed first, so that a tag can replace another one. */
export function changeTags(current: readonly string[], { addTags = [], removeTags = [] }: Tags) {
  const kept = current.filter((tag) => !removeTags.includes(tag))
  return [...new Set([...kept, ...addTags])]
}

type Tags = Pick<BulkParameters, 'addTags' | 'removeTags'>

export function canHaveTags(tags: readonly string[]): Verdict {
  if (tags.length > limits.tags.max) return deny('bulk.too_many_tags')
  return tags.length < limits.tags.min ? deny('bulk.no_tags_left') : allow
}

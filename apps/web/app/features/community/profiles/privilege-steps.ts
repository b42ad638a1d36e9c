import type { Privilege } from '@stoa/contract/settings/people'

/** What users may do, each with the privileges it takes. */
const steps = {
  ask_and_answer: ['question.add', 'answer.add'],
  comment: ['comment.add'],
  flag: ['report.add'],
  create_tags: ['tag.add'],
  vote_up: ['question.vote_up', 'answer.vote_up'],
  edit_tags: ['tag.edit'],
  suggest_edits: ['question.edit', 'answer.edit'],
  vote_down: ['question.vote_down', 'answer.vote_down'],
  invite: ['answer.invite_someone_to_answer'],
  edit: ['question.edit_without_review', 'answer.edit_without_review'],
  review_edits: ['question.audit', 'answer.audit'],
  review_tag_edits: ['tag.audit'],
  edit_tags_at_once: ['tag.edit_without_review'],
  merge_tags: ['tag.synonym'],
} as const satisfies Record<string, readonly Privilege[]>

export type PrivilegeStep = keyof typeof steps

export type StepAt = { step: PrivilegeStep; reputation: number }

/** In the order in which users reach them. */
export function listSteps(required: Record<Privilege, number>): StepAt[] {
  const entries = Object.entries(steps) as [PrivilegeStep, readonly Privilege[]][]
  return entries
    .map(([step, privileges]) => ({
      step,
      reputation: Math.max(...privileges.map((privilege) => required[privilege])),
    }))
    .toSorted((one, other) => one.reputation - other.reputation)
}

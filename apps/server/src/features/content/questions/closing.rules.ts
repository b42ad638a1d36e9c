import { allow, deny, type Verdict } from '../../../kernel/rules.ts'

type TargetQuestion = { id: string; status: number; isDuplicate: boolean }

/** A duplicate leads to a question that can be read and is no duplicate at that time, so circles cannot arise. */
export function canBeDuplicateOf(questionId: string, target: TargetQuestion | undefined): Verdict {
  if (target?.id === questionId) return deny('duplicate.itself')
  const isPublic = target?.status === 1 || target?.status === 2
  if (target === undefined || !isPublic) return deny('duplicate.not_a_question')
  return target.isDuplicate ? deny('duplicate.of_duplicate') : allow
}

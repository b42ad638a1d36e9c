import { type Actor, needs, type RequiredReputation, type Verdict } from '../../kernel/rules.ts'

export function canAsk(who: Actor, required: RequiredReputation): Verdict {
  return needs(who, 'question.add', required)
}

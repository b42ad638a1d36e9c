import { allow, deny, type Verdict } from '../../../kernel/rules.ts'

type PauseSettings = { flag_pause_ignored: number }

/** `ignoredCount`: flags of the user in cases that staff ignored, in the period of the setting. */
export function canFlagAgain(ignoredCount: number, settings: PauseSettings): Verdict {
  const { flag_pause_ignored: most } = settings
  return most > 0 && ignoredCount >= most ? deny('flag.paused') : allow
}

type Decision = { kind: 'question' | 'answer' | 'comment'; operation: string }

/** Only questions can be closed and unlisted. */
export function canDecide({ kind, operation }: Decision): Verdict {
  const isForQuestions = operation === 'close_post' || operation === 'unlist_post'
  return isForQuestions && kind !== 'question' ? deny('flag.operation_not_possible') : allow
}

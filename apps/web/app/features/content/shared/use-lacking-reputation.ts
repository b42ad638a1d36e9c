import type { Privilege } from '@stoa/contract/settings/people'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'

type Action = 'answer' | 'comment' | 'edit' | 'vote'

/** Why the user may not do this yet, or null. */
export function useLackingReputation(privilege: Privilege, action: Action): string | null {
  const t = useTranslate()
  const { viewer } = useVisit()
  const required = viewer?.lacking[privilege]
  if (viewer === null || required === undefined) return null
  return t(`lacking_reputation.${action}`, { required, current: viewer.rank })
}

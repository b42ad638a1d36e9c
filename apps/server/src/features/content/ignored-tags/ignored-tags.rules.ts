import { limits } from '@stoa/contract/limits'
import { allow, deny, type Verdict } from '../../../kernel/rules.ts'

export function canIgnoreTag(ignoredCount: number): Verdict {
  return ignoredCount < limits.ignoredTags.max ? allow : deny('tag.too_many_ignored')
}

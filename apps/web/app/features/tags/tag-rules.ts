import { toTagNames } from './tag-names.ts'

/** What the site and the person's reputation allow, said before anything is refused. */
export type TagRules = {
  recommended: readonly string[]
  /** One of the recommended ones must be chosen. */
  isRequired: boolean
  /** Those this person may not choose. */
  reserved: readonly string[]
  /** Why this person may not name new tags; empty when they may. */
  newTagsNeed: string
}

export const noTagRules: TagRules = {
  recommended: [],
  isRequired: false,
  reserved: [],
  newTagsNeed: '',
}

/** A tag from what was typed; null when it is not for this person. */
export function toAllowedTag(
  typed: string,
  known: ReadonlySet<string>,
  rules: TagRules,
): string | null {
  const name = toTagNames(typed)[0]?.toLowerCase() ?? null
  if (name === null || rules.reserved.includes(name)) return null
  const isKnown = known.has(name) || rules.recommended.includes(name)
  return isKnown || rules.newTagsNeed === '' ? name : null
}

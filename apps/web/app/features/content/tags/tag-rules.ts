import { toTagNames } from './tag-names.ts'

/** What the site and the user's reputation allow. */
export type TagRules = {
  recommended: readonly string[]
  /** Whether one of the recommended tags must be chosen. */
  isRequired: boolean
  /** Tags this user may not choose. */
  reserved: readonly string[]
  /** Why this user may not create tags; empty if allowed. */
  newTagRequirement: string
}

export const noTagRules: TagRules = {
  recommended: [],
  isRequired: false,
  reserved: [],
  newTagRequirement: '',
}

/** Null if the user may not use the tag. */
export function toAllowedTag(
  input: string,
  existing: ReadonlySet<string>,
  rules: TagRules,
): string | null {
  const name = toTagNames(input)[0]?.toLowerCase() ?? null
  if (name === null || rules.reserved.includes(name)) return null
  const isExisting = existing.has(name) || rules.recommended.includes(name)
  return isExisting || rules.newTagRequirement === '' ? name : null
}

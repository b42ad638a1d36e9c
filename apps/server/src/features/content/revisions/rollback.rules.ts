type RollbackTags = {
  /** Slugs of the revision that is restored. */
  restored: readonly string[]
  /** Those of them that are still tags or synonyms. */
  existing: readonly string[]
  current: readonly string[]
}

/** Tags that were deleted or renamed since are left out; without any other, the question keeps its tags. */
export function chooseTags({ restored, existing, current }: RollbackTags): readonly string[] {
  const chosen = restored.filter((slug) => existing.includes(slug))
  return chosen.length === 0 ? current : chosen
}

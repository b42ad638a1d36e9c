/** The page of a tag: the questions that have it. */
export function tagPath(slug: string): string {
  return `/tags/${encodeURIComponent(slug)}`
}

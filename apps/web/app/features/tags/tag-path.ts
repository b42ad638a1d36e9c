/** The page of a tag: the questions that have it. */
export function tagPath(slug: string): string {
  return `/tags/${encodeURIComponent(slug)}`
}

/** What is known about a tag, and where it is looked after. */
export function tagInfoPath(slug: string): string {
  return `${tagPath(slug)}/info`
}

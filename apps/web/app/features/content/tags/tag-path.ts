export function tagPath(slug: string): string {
  return `/tags/${encodeURIComponent(slug)}`
}

export function tagInfoPath(slug: string): string {
  return `${tagPath(slug)}/info`
}

export function tagTimelinePath(tagId: string): string {
  return `/tags/${tagId}/timeline`
}

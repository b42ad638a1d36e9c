import { withQuery } from '../../../kernel/paging.ts'

export const diffModes = ['inline', 'split'] as const
export type DiffMode = (typeof diffModes)[number]

export type TimelineUrl = {
  page: number
  showsVotes: boolean
  mode: DiffMode
  /** The open revision. */
  revisionId: string | null
}

/** The URL of a timeline; defaults are left out. Ends at the open revision. */
export function timelineHref(path: string, url: TimelineUrl): string {
  const href = withQuery(path, {
    page: url.page > 1 ? url.page : undefined,
    votes: url.showsVotes ? 'true' : undefined,
    view: url.mode === diffModes[0] ? undefined : url.mode,
    revision: url.revisionId ?? undefined,
  })
  return url.revisionId === null ? href : `${href}#${revisionAnchor(url.revisionId)}`
}

export function revisionAnchor(revisionId: string): string {
  return `revision-${revisionId}`
}

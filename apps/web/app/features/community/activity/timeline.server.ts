import { compareRevisions, getTimeline } from '@stoa/contract/features/activity'
import { limits } from '@stoa/contract/limits'
import { apiFrom } from '../../../kernel/api.server.ts'
import { parsePageNumber, pickOption, toListPage } from '../../../kernel/paging.ts'
import { diffModes } from './timeline-url.ts'
import { isExpandable } from './timeline-rows.ts'

type Args = Parameters<typeof apiFrom>[0]

/** The revision in the URL is compared with the one before. */
export async function loadTimeline(args: Args, objectId: string) {
  const api = apiFrom(args)
  const query = args.url.searchParams
  const page = parsePageNumber(query)
  const showsVotes = query.get('votes') === 'true'
  const result = await api.call(getTimeline, { object_id: objectId, show_vote: showsVotes, page })
  const { object_info: info, count, timeline } = result
  const revisionId = query.get('revision')
  const open = timeline.find((row) => row.revision_id === revisionId && isExpandable(row, info))
  const revisions =
    open === undefined
      ? null
      : await api.call(compareRevisions, {
          new_revision_id: open.revision_id,
          old_revision_id: open.previous_revision_id,
        })
  return {
    ...toListPage({ count, list: timeline }, page, limits.pageSize.default),
    info,
    showsVotes,
    mode: pickOption(diffModes, query.get('view')),
    comparison:
      open === undefined || revisions === null ? null : { id: open.revision_id, ...revisions },
  }
}

export type TimelineData = Awaited<ReturnType<typeof loadTimeline>>

import { type FlagCase, listFlagCases } from '@stoa/contract/features/flags'
import { reasonsFor } from '@stoa/contract/features/reasons'
import {
  getReviewContext,
  listReviewQueues,
  type ReviewQueue,
  type ReviewQueueInfo,
} from '@stoa/contract/features/review'
import { data } from 'react-router'
import { apiFrom } from '../../../kernel/api.server.ts'
import { type LoadContext, visitContext } from '../../../kernel/context.server.ts'
import { toLoadedText } from '../../../kernel/post-text.server.ts'
import type { DeskCase, FlaggedCase } from './desk-case.ts'
import { caseKinds, type CaseFilter } from './case-filter.ts'

type Args = { request: Request; url: URL; context: LoadContext }

/** Enough for some minutes of work; decided cases make room for the next ones. */
const pageSize = 30

export async function loadDesk(args: Args) {
  const query = args.url.searchParams
  const queues = await apiFrom(args).call(listReviewQueues, {})
  const queue = pickQueue(queues, query.get('type'))
  if (queue === undefined) throw data({ reason: 'auth.forbidden' }, { status: 403 })
  const filter = parseFilter(query)
  const { cases, count } = await loadCases(args, queue, filter)
  const linkedId = query.get('case')
  const linked = linkedId === null ? [] : await loadLinkedCase(args, queue, cases, linkedId)
  const all = [...linked, ...cases]
  const viewerId = args.context.get(visitContext).viewer?.id
  const selected = all.find(({ id }) => id === linkedId) ?? findFree(all, viewerId)
  return {
    queues,
    queue,
    filter,
    cases: all,
    count,
    selectedId: selected?.id ?? null,
    context: selected === undefined ? null : await loadContext(args, selected),
  }
}

export type DeskData = Awaited<ReturnType<typeof loadDesk>>

/** The queue in the URL, else the first with cases. */
function pickQueue(queues: readonly ReviewQueueInfo[], name: string | null) {
  const chosen =
    queues.find((queue) => queue.name === name) ??
    queues.find(({ todo_amount: count }) => count > 0) ??
    queues[0]
  return chosen?.name
}

/** The first case that nobody else looks at. */
function findFree(cases: readonly DeskCase[], viewerId: string | undefined) {
  const free = cases.find(({ claimedBy }) => claimedBy === null || claimedBy.id === viewerId)
  return free ?? cases[0]
}

function parseFilter(query: URLSearchParams): CaseFilter {
  const kind = query.get('kind')
  const reason = Number(query.get('reason'))
  const reasons: readonly number[] = caseKinds.flatMap((one) => reasonsFor(one, 'flag') ?? [])
  return {
    kind: caseKinds.find((one) => one === kind),
    reason: reasons.includes(reason) ? reason : undefined,
    isSkipped: query.get('skipped') === 'true',
  }
}

async function loadCases(args: Args, queue: ReviewQueue, filter: CaseFilter) {
  if (queue !== 'flagged_post') return { cases: [], count: 0 }
  const { list, count } = await apiFrom(args).call(listFlagCases, {
    page_size: pageSize,
    object_type: filter.kind,
    reason: filter.reason,
    skipped: filter.isSkipped ? 'true' : 'false',
  })
  return { cases: list.map((one) => toFlaggedCase(args.context, one)), count }
}

async function loadLinkedCase(
  args: Args,
  queue: ReviewQueue,
  cases: readonly DeskCase[],
  id: string,
): Promise<DeskCase[]> {
  if (queue !== 'flagged_post' || cases.some((one) => one.id === id)) return []
  const { list } = await apiFrom(args).call(listFlagCases, { flag_id: id })
  return list.map((one) => toFlaggedCase(args.context, one))
}

async function loadContext(args: Args, { objectId }: DeskCase) {
  return { objectId, ...(await apiFrom(args).call(getReviewContext, { object_id: objectId })) }
}

function toFlaggedCase(context: LoadContext, one: FlagCase): FlaggedCase {
  return {
    queue: 'flagged_post',
    id: one.flag_id,
    objectId: one.object_id,
    questionId: one.question_id,
    answerId: one.answer_id,
    commentId: one.comment_id,
    kind: one.object_type,
    title: one.title,
    urlTitle: one.url_title,
    author: one.author_user_info,
    createdAt: one.created_at,
    postedAt: one.submit_at,
    claimedBy: one.claimed_by,
    text: toLoadedText(context, `case-${one.object_id}`, one.parsed_text),
    source: one.original_text,
    tags: one.tags,
    isClosed: one.object_status === 2,
    isListed: one.object_show_status === 1,
    isAccepted: one.answer_accepted,
    flags: one.flags,
  }
}

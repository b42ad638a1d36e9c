import { getFlaggedUserContext } from '@stoa/contract/features/flagged-users'
import {
  getReviewContext,
  listReviewQueues,
  type ReviewQueue,
  type ReviewQueueInfo,
} from '@stoa/contract/features/review'
import { listWaves } from '@stoa/contract/features/waves'
import { data } from 'react-router'
import { apiFrom, findOrNull } from '../../../kernel/api.server.ts'
import { type LoadContext, visitContext } from '../../../kernel/context.server.ts'
import { isStaff } from '../../../kernel/visit.ts'
import {
  type CaseFilter,
  type CaseKind,
  flagReasonsOf,
  noFilter,
  queueKinds,
} from './case-filter.ts'
import type { DeskCase } from './desk-case.ts'
import { loadQueue } from './queue-cases.server.ts'

type Args = { request: Request; url: URL; context: LoadContext }

/** Enough for some minutes of work; decided cases make room for the next ones. */
const pageSize = 30

export async function loadDesk(args: Args) {
  const query = args.url.searchParams
  const queues = await apiFrom(args).call(listReviewQueues, {})
  const queue = pickQueue(queues, query.get('type'))
  if (queue === undefined) throw data({ reason: 'auth.forbidden' }, { status: 403 })
  const filter = parseFilter(query, queue)
  const { cases, count } = await loadQueue[queue](args, { ...filter, pageSize })
  const linkedId = query.get('case')
  const linked = linkedId === null ? [] : await loadLinkedCase(args, queue, cases, linkedId)
  const all = [...linked, ...cases]
  const viewerId = args.context.get(visitContext).viewer?.id
  const selected = all.find(({ id }) => id === linkedId) ?? findFree(all, viewerId)
  return {
    openWaves: await countOpenWaves(args),
    queues,
    queue,
    filter,
    cases: all,
    count,
    selectedId: selected?.id ?? null,
    context: selected === undefined ? null : await loadContext(args, selected),
    userContext: selected === undefined ? null : await loadUserContext(args, selected),
  }
}

export type DeskData = Awaited<ReturnType<typeof loadDesk>>

/** Only staff see spam waves. */
async function countOpenWaves(args: Args) {
  const { viewer } = args.context.get(visitContext)
  if (viewer === null || !isStaff(viewer)) return 0
  const { open_count: count } = await apiFrom(args).call(listWaves, { page_size: 1 })
  return count
}

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

function parseFilter(query: URLSearchParams, queue: ReviewQueue): CaseFilter {
  const kind = query.get('kind')
  const kinds: readonly CaseKind[] = queueKinds[queue]
  const reason = Number(query.get('reason'))
  return {
    kind: kinds.find((one) => one === kind),
    reason: flagReasonsOf(queue).find((one) => one === reason),
    isSkipped: query.get('skipped') === 'true',
  }
}

async function loadLinkedCase(
  args: Args,
  queue: ReviewQueue,
  cases: readonly DeskCase[],
  id: string,
): Promise<DeskCase[]> {
  if (!/^\w{1,20}$/.test(id) || cases.some((one) => one.id === id)) return []
  const linked = await loadQueue[queue](args, { ...noFilter, pageSize: 1, id })
  return linked.cases
}

/**
 * Tags have no author and no thread. Another reviewer may have deleted the content since the cases were listed: then
 * claiming the case fails, and the desk goes on to the next one.
 */
async function loadContext(args: Args, { objectId, kind }: DeskCase) {
  if (kind === 'tag' || kind === 'user') return null
  const context = await findOrNull(args, getReviewContext, { object_id: objectId })
  return context && { objectId, ...context }
}

async function loadUserContext(args: Args, { objectId, kind }: DeskCase) {
  if (kind !== 'user') return null
  const context = await findOrNull(args, getFlaggedUserContext, { user_id: objectId })
  return context && { objectId, ...context }
}

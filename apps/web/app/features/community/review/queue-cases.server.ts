import { type FlaggedUser, listFlaggedUsers } from '@stoa/contract/features/flagged-users'
import { type FlagCase, listFlagCases } from '@stoa/contract/features/flags'
import { type HeldPost, listHeldPosts } from '@stoa/contract/features/held-posts'
import type { ReviewQueue } from '@stoa/contract/features/review'
import { listOpenSuggestions, type OpenSuggestion } from '@stoa/contract/features/suggestions'
import { apiFrom } from '../../../kernel/api.server.ts'
import type { LoadContext } from '../../../kernel/context.server.ts'
import { toLoadedText } from '../../../kernel/post-text.server.ts'
import type { CaseFilter, CaseKind } from './case-filter.ts'
import type {
  DeskCase,
  FlaggedCase,
  FlaggedUserCase,
  HeldCase,
  SuggestedCase,
} from './desk-case.ts'

type Args = { request: Request; url: URL; context: LoadContext }
type CaseQuery = CaseFilter & { pageSize: number; id?: string }
type Cases = { cases: DeskCase[]; count: number }

export const loadQueue: Record<ReviewQueue, (args: Args, query: CaseQuery) => Promise<Cases>> = {
  async flagged_post(args, { kind, reason, isSkipped, pageSize: page_size, id: flag_id }) {
    const { list, count } = await apiFrom(args).call(listFlagCases, {
      page_size,
      object_type: isContent(kind) ? kind : undefined,
      reason,
      skipped: isSkipped ? 'true' : 'false',
      flag_id,
    })
    return { cases: list.map((one) => toFlaggedCase(args.context, one)), count }
  },

  async flagged_user(args, { reason, isSkipped, pageSize: page_size, id: flag_id }) {
    const { list, count } = await apiFrom(args).call(listFlaggedUsers, {
      page_size,
      reason,
      skipped: isSkipped ? 'true' : 'false',
      flag_id,
    })
    return { cases: list.map((one) => toFlaggedUserCase(args.context, one)), count }
  },

  async queued_post(args, { kind, isSkipped, pageSize: page_size, id: review_id }) {
    const { list, count } = await apiFrom(args).call(listHeldPosts, {
      page_size,
      object_type: isContent(kind) ? kind : undefined,
      skipped: isSkipped ? 'true' : 'false',
      review_id,
    })
    return { cases: list.map((one) => toHeldCase(args.context, one)), count }
  },

  async suggested_post_edit(args, { kind, isSkipped, pageSize: page_size, id }) {
    const { list, count } = await apiFrom(args).call(listOpenSuggestions, {
      page_size,
      object_type: kind === 'comment' || kind === 'user' ? undefined : kind,
      skipped: isSkipped ? 'true' : 'false',
      id,
    })
    return { cases: list.map(toSuggestedCase), count }
  },
}

function isContent(kind: CaseKind | undefined) {
  return kind === 'question' || kind === 'answer' || kind === 'comment'
}

function toPlace(one: FlagCase | HeldPost | OpenSuggestion['info']) {
  return {
    objectId: one.object_id,
    questionId: one.question_id,
    answerId: one.answer_id,
    commentId: one.comment_id,
    title: one.title,
    urlTitle: one.url_title,
  }
}

function toPost(context: LoadContext, one: FlagCase | HeldPost) {
  return {
    ...toPlace(one),
    kind: one.object_type,
    author: one.author_user_info,
    createdAt: one.created_at,
    postedAt: one.submit_at,
    claimedBy: one.claimed_by,
    text: toLoadedText(context, `case-${one.object_id}`, one.parsed_text),
    source: one.original_text,
    tags: one.tags,
  }
}

function toFlaggedCase(context: LoadContext, one: FlagCase): FlaggedCase {
  return {
    ...toPost(context, one),
    queue: 'flagged_post',
    id: one.flag_id,
    isClosed: one.object_status === 2,
    isListed: one.object_show_status === 1,
    isAccepted: one.answer_accepted,
    flags: one.flags,
  }
}

function toFlaggedUserCase(context: LoadContext, one: FlaggedUser): FlaggedUserCase {
  const { user_info: user, bio_html: html } = one
  return {
    queue: 'flagged_user',
    kind: 'user',
    id: one.flag_id,
    objectId: user.id,
    questionId: '0',
    answerId: '0',
    commentId: '0',
    title: user.display_name,
    urlTitle: user.username,
    author: user,
    createdAt: one.created_at,
    postedAt: one.joined_at,
    claimedBy: one.claimed_by,
    flags: one.flags,
    bio: html === '' ? null : toLoadedText(context, `case-user-${user.id}`, html),
    website: one.website,
    location: one.location,
  }
}

function toHeldCase(context: LoadContext, one: HeldPost): HeldCase {
  return {
    ...toPost(context, one),
    queue: 'queued_post',
    id: one.review_id,
    reason: one.reason,
    holder: one.submitter_display_name,
  }
}

function toSuggestedCase(one: OpenSuggestion): SuggestedCase {
  const { info, unreviewed_info: suggestion } = one
  const isTag = one.type === 'tag'
  return {
    ...toPlace(info),
    queue: 'suggested_post_edit',
    id: suggestion.id,
    kind: one.type,
    author: suggestion.user_info,
    createdAt: suggestion.create_at,
    postedAt: suggestion.create_at,
    claimedBy: one.claimed_by,
    summary: suggestion.reason,
    current: {
      title: one.type === 'answer' ? '' : info.title,
      slug_name: isTag ? info.url_title : '',
      content: info.content,
      tags: one.type === 'question' ? info.tags : [],
    },
    suggested: suggestion.content,
    result: one.result,
    applies: one.applies,
    version: info.version,
  }
}

import { listRecentUserBadges, listUserBadges } from '@stoa/contract/features/badges'
import { listMyBookmarks } from '@stoa/contract/features/bookmarks'
import { listCommentsOf } from '@stoa/contract/features/comments'
import { type DraftItem, listDrafts } from '@stoa/contract/features/drafts'
import { listOwnFlags } from '@stoa/contract/features/flags'
import {
  listAnswersOfUser,
  listQuestionsOfUser,
  listTopPosts,
  personalQuestionOrders,
} from '@stoa/contract/features/user-posts'
import { getUserStatistics } from '@stoa/contract/features/profiles'
import { listReputation } from '@stoa/contract/features/reputation'
import { listOwnSuggestions } from '@stoa/contract/features/suggestions'
import { listMyVotes } from '@stoa/contract/features/votes'
import { limits } from '@stoa/contract/limits'
import type { ProfileTab } from '../../features/community/profiles/profile-tabs.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { pickOption, parsePageNumber, toListPage } from '../../kernel/paging.ts'
import { toPostText } from '../../kernel/post-text.server.ts'

const pageSize = 30

const answerOrders = ['newest', 'score'] as const

export async function loadTab(
  args: Parameters<typeof apiFrom>[0],
  tab: ProfileTab,
  username: string,
) {
  const api = apiFrom(args)
  const query = new URL(args.request.url).searchParams
  const page = parsePageNumber(query)
  const paging = { page, page_size: pageSize }
  const userPaging = { username, ...paging }
  const toPage = <Result extends { count: number; list: unknown[] }>(result: Result) =>
    toListPage(result, page, pageSize)
  switch (tab) {
    case 'overview':
      return { tab, ...(await loadOverview(api, username)) }
    case 'answers': {
      const order = pickOption(answerOrders, query.get('order'))
      const result = await api.call(listAnswersOfUser, { ...userPaging, order })
      return { tab, ...toPage(result), order, orders: answerOrders }
    }
    case 'questions': {
      const order = pickOption(personalQuestionOrders, query.get('order'))
      const result = await api.call(listQuestionsOfUser, { ...userPaging, order })
      return { tab, ...toPage(result), order, orders: personalQuestionOrders }
    }
    case 'bookmarks':
      return { tab, ...toPage(await api.call(listMyBookmarks, paging)) }
    case 'drafts':
      return { tab, ...toDraftPage(await api.call(listDrafts, {})) }
    case 'suggestions':
      return { tab, ...toPage(await api.call(listOwnSuggestions, paging)) }
    case 'flags':
      return { tab, ...toPage(await api.call(listOwnFlags, paging)) }
    case 'reputation': {
      const result = toPage(await api.call(listReputation, userPaging))
      const { months } = await api.call(getUserStatistics, { username })
      return { tab, ...result, months }
    }
    case 'badges':
      return {
        tab,
        ...toListPage(await api.call(listUserBadges, { username }), 1, limits.badges.max),
      }
    case 'comments':
      return { tab, ...toPage(await loadComments(args, userPaging)) }
    case 'votes':
      return { tab, ...toPage(await api.call(listMyVotes, paging)) }
  }
}

async function loadOverview(api: ReturnType<typeof apiFrom>, username: string) {
  return {
    top: await api.call(listTopPosts, { username }),
    statistics: await api.call(getUserStatistics, { username }),
    badges: (await api.call(listRecentUserBadges, { username })).list,
  }
}

async function loadComments(
  args: Parameters<typeof apiFrom>[0],
  paging: { username: string; page: number; page_size: number },
) {
  const { list, ...result } = await apiFrom(args).call(listCommentsOf, paging)
  const texts = list.map(({ content, ...line }) => ({
    ...line,
    text: toPostText(args.context, `comment-${line.comment_id}`, content),
  }))
  return { ...result, list: texts }
}

function toDraftPage(list: DraftItem[]) {
  return toListPage({ count: list.length, list }, 1, limits.draft.perUser)
}

export type TabData = Awaited<ReturnType<typeof loadTab>>

import { listMyBookmarks } from '@stoa/contract/features/bookmarks'
import { listCommentsOf } from '@stoa/contract/features/comments'
import {
  listAnswersOfPerson,
  listQuestionsOfPerson,
  listTopPosts,
  personalQuestionOrders,
} from '@stoa/contract/features/personal'
import { listReputation } from '@stoa/contract/features/reputation'
import { listMyVotes } from '@stoa/contract/features/votes'
import type { PersonTab } from '../../features/personal/person-tabs.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import type { LoadContext } from '../../kernel/context.server.ts'
import { toPostText } from '../../kernel/html-store.server.ts'
import { chosenFrom, pageNumber, pageOfList } from '../../kernel/paging.ts'

const pageSize = 30

const answerOrders = ['newest', 'score'] as const

/** What one tab of a person shows: one call each. */
export async function loadTab(
  args: { request: Request; context: LoadContext },
  tab: PersonTab,
  username: string,
) {
  const api = apiFrom(args)
  const query = new URL(args.request.url).searchParams
  const page = pageNumber(query)
  const paging = { page, page_size: pageSize }
  const of = { username, ...paging }
  const paged = <Found extends { count: number; list: unknown[] }>(found: Found) =>
    pageOfList(found, page, pageSize)
  switch (tab) {
    case 'overview':
      return { tab, ...(await api.call(listTopPosts, { username })) }
    case 'answers': {
      const order = chosenFrom(answerOrders, query.get('order'))
      const found = await api.call(listAnswersOfPerson, { ...of, order })
      return { tab, ...paged(found), order, orders: answerOrders }
    }
    case 'questions': {
      const order = chosenFrom(personalQuestionOrders, query.get('order'))
      const found = await api.call(listQuestionsOfPerson, { ...of, order })
      return { tab, ...paged(found), order, orders: personalQuestionOrders }
    }
    case 'bookmarks':
      return { tab, ...paged(await api.call(listMyBookmarks, paging)) }
    case 'reputation':
      return { tab, ...paged(await api.call(listReputation, of)) }
    case 'comments': {
      const { list, ...found } = paged(await api.call(listCommentsOf, of))
      const texts = list.map(({ content, ...line }) => ({
        ...line,
        text: toPostText(args.context, `comment-${line.comment_id}`, content),
      }))
      return { tab, ...found, list: texts }
    }
    case 'votes':
      return { tab, ...paged(await api.call(listMyVotes, paging)) }
  }
}

export type TabData = Awaited<ReturnType<typeof loadTab>>

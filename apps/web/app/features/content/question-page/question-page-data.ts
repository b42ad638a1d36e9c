import type { Answer } from '@stoa/contract/features/answers'
import type { Question } from '@stoa/contract/features/questions'
import type { Reactions } from '@stoa/contract/features/reactions'
import type { SuggestionNotice } from '@stoa/contract/features/revisions'
import type { QuestionSummary } from '@stoa/contract/features/question-page'
import type { UserBasic } from '@stoa/contract/features/users'
import type { PostTextData } from '../../../kernel/post-text.tsx'
import type { CommentPage, MentionableUser } from '../comments/comment-data.ts'
import type { AnswerListOrder } from './question-url.ts'

/** What questions and answers have on the page besides their own fields. */
export type PostData = {
  text: PostTextData
  comments: CommentPage
  reactions: Reactions['reaction_summary']
  /** The viewer's suggested edit; absent for most, because it is sent with every post. */
  suggestion?: SuggestionNotice
}

export type QuestionData = Omit<Question, 'content' | 'html'> & PostData
export type AnswerData = Omit<Answer, 'content' | 'html'> & PostData

export type QuestionPageData = {
  question: QuestionData
  answers: AnswerData[]
  answerCount: number
  page: number
  pages: number
  order: AnswerListOrder
  hasRememberedOrder: boolean
  /** The answer and the comment in the URL. */
  target: { answerId: string | null; commentId: string | null }
  invited: UserBasic[]
  linked: { count: number; list: QuestionSummary[] }
  related: QuestionSummary[]
}

/** All authors, editors and commenters of a page, without duplicates. */
export function listParticipants({ question, answers }: QuestionPageData): MentionableUser[] {
  const posts = [question, ...answers]
  const authors = posts.flatMap(({ user_info, update_user_info }) => [user_info, update_user_info])
  const commenters = posts.flatMap(({ comments }) =>
    comments.list.map(({ username, user_display_name, user_avatar }) => ({
      username,
      display_name: user_display_name,
      avatar: user_avatar,
    })),
  )
  const byName = new Map<string, MentionableUser>()
  for (const user of [...authors, ...commenters]) {
    if (user === undefined || user.username === '') continue
    const { username, display_name, avatar } = user
    if (!byName.has(username)) byName.set(username, { username, display_name, avatar })
  }
  return [...byName.values()]
}

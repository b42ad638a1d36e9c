import type { Answer } from '@stoa/contract/features/answers'
import type { Question } from '@stoa/contract/features/questions'
import type { Reactions } from '@stoa/contract/features/reactions'
import type { Neighbour } from '@stoa/contract/features/reading'
import type { UserBasic } from '@stoa/contract/features/users'
import type { PostTextData } from '../../kernel/post-text.tsx'
import type { CommentPage, Named } from '../comments/comment-data.ts'
import type { ShownOrder } from './reading-address.ts'

/** What questions and answers have on the page beside their own fields. */
export type Post = {
  text: PostTextData
  comments: CommentPage
  reactions: Reactions['reaction_summary']
}

export type ReadQuestion = Omit<Question, 'content' | 'html'> & Post
export type ReadAnswer = Omit<Answer, 'content' | 'html'> & Post

export type Reading = {
  question: ReadQuestion
  answers: ReadAnswer[]
  answerCount: number
  page: number
  pages: number
  order: ShownOrder
  /** What the address names. */
  target: { answerId: string | null; commentId: string | null }
  invited: UserBasic[]
  linked: { count: number; list: Neighbour[] }
  related: Neighbour[]
}

/** Everyone who takes part in a page, once. */
export function peopleOf({ question, answers }: Reading): Named[] {
  const posts = [question, ...answers]
  const authors = posts.flatMap(({ user_info, update_user_info }) => [user_info, update_user_info])
  const commenters = posts.flatMap(({ comments }) =>
    comments.list.map(({ username, user_display_name, user_avatar }) => ({
      username,
      display_name: user_display_name,
      avatar: user_avatar,
    })),
  )
  const byName = new Map<string, Named>()
  for (const person of [...authors, ...commenters]) {
    if (person === undefined || person.username === '') continue
    const { username, display_name, avatar } = person
    if (!byName.has(username)) byName.set(username, { username, display_name, avatar })
  }
  return [...byName.values()]
}

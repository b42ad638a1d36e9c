import { useLocation } from 'react-router'
import { LoginFirst } from '../../kernel/login-first.tsx'
import { CommentDesk } from '../comments/comment-desk.tsx'
import type { useFollow } from '../follows/use-follow.ts'
import { AnswerList } from './answer-list.tsx'
import { QuestionHead } from './question-head.tsx'
import { QuestionPost } from './question-post.tsx'
import { peopleOf, type Reading } from './reading-data.ts'

type ReadingViewProps = { reading: Reading; path: string; follow: ReturnType<typeof useFollow> }

/** A question and its answers. */
export function ReadingView({ reading, path, follow }: ReadingViewProps) {
  const { question, target } = reading
  const { pathname, search } = useLocation()
  return (
    <CommentDesk people={peopleOf(reading)}>
      <LoginFirst />
      <QuestionHead question={question} path={path} followers={follow.count} />
      <QuestionPost
        question={question}
        path={path}
        search={search}
        follow={follow}
        targetComment={target.commentId}
      />
      <AnswerList reading={reading} path={path} search={search} here={pathname} />
    </CommentDesk>
  )
}

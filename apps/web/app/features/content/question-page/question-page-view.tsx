import { useLocation } from 'react-router'
import { LoginRedirectForm } from '../../../kernel/login-redirect.tsx'
import { CommentFormProvider } from '../comments/comment-form-context.tsx'
import { DeletedCommentsProvider } from '../comments/deleted-comments-context.tsx'
import type { useFollow } from '../follows/use-follow.ts'
import { PostedToast } from '../shared/posted-toast.tsx'
import { AnswerList } from './answer-list.tsx'
import { QuestionHead } from './question-head.tsx'
import { QuestionPost } from './question-post.tsx'
import { listParticipants, type QuestionPageData } from './question-page-data.ts'

type QuestionPageViewProps = {
  pageData: QuestionPageData
  path: string
  follow: ReturnType<typeof useFollow>
}

export function QuestionPageView({ pageData, path, follow }: QuestionPageViewProps) {
  const { question, target } = pageData
  const { pathname, search } = useLocation()
  return (
    <CommentFormProvider users={listParticipants(pageData)}>
      <DeletedCommentsProvider questionId={question.id}>
        <LoginRedirectForm />
        <PostedToast />
        <QuestionHead question={question} path={path} followers={follow.count} />
        <QuestionPost
          question={question}
          path={path}
          search={search}
          follow={follow}
          targetComment={target.commentId}
        />
        <AnswerList pageData={pageData} path={path} search={search} currentPath={pathname} />
      </DeletedCommentsProvider>
    </CommentFormProvider>
  )
}

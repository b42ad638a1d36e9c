import {
  deleteQuestion,
  questionStatuses,
  recoverQuestion,
} from '@stoa/contract/features/questions'
import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { useActionButtonProps } from '../../../kernel/login-redirect.tsx'
import { PostText } from '../../../kernel/post-text.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { BookmarkButton } from '../bookmarks/bookmark-button.tsx'
import { CommentSection } from '../comments/comment-section.tsx'
import { MuteButton } from '../follows/mute-button.tsx'
import type { useFollow } from '../follows/use-follow.ts'
import { PostActions } from '../shared/post-actions.tsx'
import { PostAuthors } from '../shared/post-authors.tsx'
import { PostFooter, PostFrame } from '../shared/post-frame.tsx'
import { SuggestionNotice } from '../shared/suggestion-notice.tsx'
import { ModerationButton } from '../questions/moderation-button.tsx'
import { editQuestionPath, questionTimelinePath } from '../questions/permalink.ts'
import { ReactionRow } from '../reactions/reaction-row.tsx'
import { LinkedTags } from '../tags/linked-tags.tsx'
import { PostVotes } from '../votes/post-votes.tsx'
import type { QuestionData } from './question-page-data.ts'
import { commentHref, commentsHref } from './question-url.ts'

type Follow = ReturnType<typeof useFollow>

type QuestionPostProps = {
  question: QuestionData
  path: string
  search: string
  follow: Follow
  targetComment: string | null
}

export function QuestionPost({ question, path, search, follow, targetComment }: QuestionPostProps) {
  const t = useTranslate()
  const isPending = question.status === questionStatuses.pending
  return (
    <PostFrame
      id={`post-${question.id}`}
      label={t('question.question')}
      lead={
        <>
          {question.suggestion !== undefined && (
            <SuggestionNotice suggestion={question.suggestion} />
          )}
          <PostText text={question.text} className="prose max-w-measure" />
        </>
      }
      tags={question.tags.length > 0 && <LinkedTags tags={question.tags} />}
      votes={
        <PostVotes post={question} kind="question">
          <BookmarkButton question={question} />
        </PostVotes>
      }
    >
      <PostFooter
        actions={<QuestionActions question={question} path={path} follow={follow} />}
        reactions={
          !isPending && <ReactionRow postId={question.id} reactions={question.reactions} />
        }
      >
        <PostAuthors
          author={question.user_info}
          action={t.rich<ReactNode>('post.asked', {
            time: <RelativeTime key="time" at={question.create_time} />,
          })}
          edit={
            question.edit_time > 0
              ? {
                  at: question.edit_time,
                  by: question.update_user_info,
                  historyPath: questionTimelinePath(question.id),
                }
              : undefined
          }
        />
      </PostFooter>
      <CommentSection
        postId={question.id}
        label={t('comment.on_question')}
        comments={question.comments}
        commentHref={(id) => commentHref(path, id)}
        allHref={commentsHref(path, search, question.id)}
        askerId={question.user_info.id}
        targetId={targetComment}
        isReadOnly={question.status === questionStatuses.deleted || isPending}
      />
    </PostFrame>
  )
}

type QuestionActionsProps = { question: QuestionData; path: string; follow: Follow }

function QuestionActions({ question, path, follow }: QuestionActionsProps) {
  const t = useTranslate()
  const { answer_count: count } = question
  const restoration = useMutation({
    send: (call) => call(recoverQuestion, { question_id: question.id }),
    successToast: () => ({ text: t('delete.question_restored'), tone: 'ok' }),
    revalidates: true,
  })
  const deletion = useMutation({
    send: (call) => call(deleteQuestion, { id: question.id }),
    successToast: () => ({ text: t('delete.question_deleted') }),
    undo: () => void restoration.run(),
    revalidates: true,
  })
  return (
    <PostActions
      postId={question.id}
      kind="question"
      isDeleted={question.status === questionStatuses.deleted}
      actions={question.member_actions}
      share={{ path, title: question.title }}
      editPath={editQuestionPath(question.id)}
      historyPath={questionTimelinePath(question.id)}
      deletion={deletion}
      onRestore={() => void restoration.run()}
      menu={<ModerationButton question={question} />}
      texts={{
        title: t('delete.question_title'),
        text: t('delete.question_text'),
        ...(count > 0 ? { warning: t('delete.question_answers', { count }) } : {}),
      }}
    >
      <FollowButton follow={follow} />
      <MuteButton question={question} />
    </PostActions>
  )
}

function FollowButton({ follow }: { follow: Follow }) {
  const t = useTranslate()
  const buttonProps = useActionButtonProps()
  return (
    <TextButton
      {...buttonProps}
      highlighted={follow.isFollowed}
      icon={<Bell className="icon" aria-hidden="true" />}
      onClick={(event) => {
        event.preventDefault()
        follow.toggle()
      }}
    >
      {t(follow.isFollowed ? 'follow.following' : 'follow.follow')}
    </TextButton>
  )
}

import { deleteAnswer, recoverAnswer } from '@stoa/contract/features/answers'
import { questionStatuses } from '@stoa/contract/features/questions'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { PostText } from '../../../kernel/post-text.tsx'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Slot } from '../../site/plugin-slots/slot.tsx'
import { AcceptButton } from '../answers/accept-button.tsx'
import { CommentSection } from '../comments/comment-section.tsx'
import { useDeletedComments } from '../comments/deleted-comments-context.tsx'
import { ContentMenuButton } from '../shared/content-menu-button.tsx'
import { PostActions } from '../shared/post-actions.tsx'
import { PostAuthors } from '../shared/post-authors.tsx'
import { PostFooter, PostFrame } from '../shared/post-frame.tsx'
import { SuggestionNotice } from '../shared/suggestion-notice.tsx'
import { answerPath, answerTimelinePath, editAnswerPath } from '../questions/permalink.ts'
import { LockedNotice, PendingNotice } from '../questions/question-notice.tsx'
import { ReactionRow } from '../reactions/reaction-row.tsx'
import { PostVotes } from '../votes/post-votes.tsx'
import type { AnswerData, QuestionPageData } from './question-page-data.ts'
import { commentHref, commentsHref } from './question-url.ts'

const { deleted, pending } = questionStatuses

export type AnswerPostProps = {
  answer: AnswerData
  question: QuestionPageData['question']
  /** The current page, for links that stay on it. */
  location: { path: string; search: string }
  target: QuestionPageData['target']
  isAccepted: boolean
  /** Whether another answer or this one is accepted. */
  hasAccepted: boolean
  /** Absent if the viewer may not accept answers. */
  onAccept: (() => void) | undefined
}

export function AnswerPost(props: AnswerPostProps) {
  const { answer, question, location, target, isAccepted, hasAccepted, onAccept } = props
  const t = useTranslate()
  const { site } = useVisit()
  const path = answerPath(question, answer.id, site.permalink)
  const name = answer.user_info.display_name
  const isOpen = [answer.status, question.status].every(
    (status) => status !== deleted && status !== pending,
  )
  return (
    <PostFrame
      id={`answer-${answer.id}`}
      label={t(isAccepted ? 'answer.accepted_by' : 'answer.by', { name })}
      isTarget={target.answerId === answer.id && target.commentId === null}
      isAccepted={isAccepted}
      className="answer"
      lead={
        <>
          {isAccepted && <AcceptedLabel answer={answer} />}
          <AnswerStatus answer={answer} />
          {answer.suggestion !== undefined && <SuggestionNotice suggestion={answer.suggestion} />}
          <PostText text={answer.text} className="prose max-w-measure" />
        </>
      }
      votes={
        <PostVotes post={answer} kind="answer">
          {onAccept !== undefined && isOpen && (
            <AcceptButton isAccepted={isAccepted} hasWord={!hasAccepted} onToggle={onAccept} />
          )}
        </PostVotes>
      }
    >
      <PostFooter
        actions={<AnswerActions {...props} path={path} />}
        reactions={isOpen && <ReactionRow postId={answer.id} reactions={answer.reactions} />}
      >
        <PostAuthors
          author={answer.user_info}
          action={t.rich<ReactNode>('post.answered', {
            time: (
              <Link key="time" href={path} className="hit hover:text-accent-ink">
                <RelativeTime at={answer.create_time} />
              </Link>
            ),
          })}
          edit={
            answer.update_time > 0
              ? {
                  at: answer.update_time,
                  by: answer.update_user_info,
                  historyPath: answerTimelinePath(question.id, answer.id),
                }
              : undefined
          }
        />
      </PostFooter>
      <CommentSection
        postId={answer.id}
        label={t('comment.on_answer', { name })}
        comments={answer.comments}
        commentHref={(id) => commentHref(path, id)}
        allHref={commentsHref(location.path, location.search, answer.id)}
        askerId={question.user_info.id}
        targetId={target.commentId}
        isReadOnly={!isOpen}
      />
      <Slot name="answer.footer" questionId={question.id} answerId={answer.id} className="mt-4" />
    </PostFrame>
  )
}

/** Text besides the mark: color alone is not accessible. */
function AcceptedLabel({ answer }: { answer: AnswerData }) {
  const t = useTranslate()
  const { viewer, now } = useVisit()
  // Not known yet when the viewer has just accepted it, and never for imported acceptances.
  const by = answer.accepted_user_info ?? (answer.accepted === 1 ? viewer : null)
  const line = (name: string) =>
    t.rich<ReactNode>('answer.accepted_line', {
      name: <bdi key="name">{name}</bdi>,
      time: (
        <span key="time" className="text-sm font-normal whitespace-nowrap text-ink-3">
          <RelativeTime at={answer.accepted_time || now} />
        </span>
      ),
    })
  return (
    <p className="mb-4 flex min-h-6 items-start gap-1.5 text-md font-semibold text-ok">
      <Check className="icon mt-[0.1875em] stroke-[2.5]" aria-hidden="true" />
      <span className="min-w-0">{by === null ? t('answer.accepted') : line(by.display_name)}</span>
    </p>
  )
}

/** Only the author and staff see deleted and pending answers; everyone sees locked ones. */
function AnswerStatus({ answer }: { answer: AnswerData }) {
  const { status, user_info, is_locked: isLocked } = answer
  const t = useTranslate()
  const { viewer } = useVisit()
  if (status !== deleted && status !== pending && !isLocked) return null
  return (
    <div className="mb-4">
      {status === deleted ? (
        <Notice tone="bad">{t('answer.state_deleted')}</Notice>
      ) : status === pending ? (
        <PendingNotice isAuthor={viewer?.id === user_info.id} />
      ) : (
        <LockedNotice text={t('answer.state_locked_text')} />
      )}
    </div>
  )
}

function AnswerActions(props: AnswerPostProps & { path: string }) {
  const { answer, question, isAccepted, path } = props
  const t = useTranslate()
  const { reload } = useDeletedComments(answer.id)
  const restoration = useMutation({
    send: (call) => call(recoverAnswer, { answer_id: answer.id }),
    successToast: () => ({ text: t('delete.answer_restored'), tone: 'ok' }),
    revalidates: true,
  })
  const deletion = useMutation({
    send: (call) => call(deleteAnswer, { id: answer.id }),
    successToast: () => ({ text: t('delete.answer_deleted') }),
    undo: () => void restoration.run(),
    revalidates: true,
  })
  return (
    <PostActions
      postId={answer.id}
      kind="answer"
      isDeleted={answer.status === deleted || question.status === deleted}
      actions={answer.member_actions}
      share={{ path, title: question.title }}
      editPath={editAnswerPath(question.id, answer.id)}
      historyPath={answerTimelinePath(question.id, answer.id)}
      deletion={deletion}
      onRestore={() => void restoration.run()}
      menu={
        <ContentMenuButton
          content={{
            kind: 'answer',
            id: answer.id,
            postId: question.id,
            questionId: question.id,
            onChanged: reload,
          }}
          label={t('content_mod.menu_answer', { name: answer.user_info.display_name })}
          actions={answer.member_actions}
        />
      }
      texts={{
        title: t('delete.answer_title'),
        text: t('delete.answer_text'),
        ...(isAccepted ? { warning: t('delete.answer_accepted') } : {}),
      }}
    />
  )
}

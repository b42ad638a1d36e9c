import { deleteAnswer, recoverAnswer } from '@stoa/contract/features/answers'
import { questionStatuses } from '@stoa/contract/features/questions'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { PostText } from '../../kernel/post-text.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { When } from '../../kernel/when.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AcceptButton } from '../answers/accept-button.tsx'
import { useAct } from '../captcha/use-act.ts'
import { CommentSection } from '../comments/comment-section.tsx'
import { PostActions } from '../posts/post-actions.tsx'
import { PostFrame } from '../posts/post-frame.tsx'
import { PostPeople } from '../posts/post-people.tsx'
import { useDeletion } from '../posts/use-deletion.ts'
import { answerPath, editAnswerPath } from '../questions/permalink.ts'
import { ReactionRow } from '../reactions/reaction-row.tsx'
import { PostVotes } from '../votes/post-votes.tsx'
import { commentHref, commentsHref } from './reading-address.ts'
import type { ReadAnswer, Reading } from './reading-data.ts'

const { deleted, pending } = questionStatuses

export type AnswerPostProps = {
  answer: ReadAnswer
  question: Reading['question']
  /** Where the page is, for the links that stay on it. */
  here: { path: string; search: string }
  target: Reading['target']
  isAccepted: boolean
  /** For who may say which answer helped. */
  onAccept: (() => void) | undefined
}

export function AnswerPost(props: AnswerPostProps) {
  const { answer, question, here, target, isAccepted, onAccept } = props
  const t = useTranslate()
  const { site } = useVisit()
  const path = answerPath(question, answer.id, site.permalink)
  const name = answer.user_info.display_name
  return (
    <PostFrame
      id={`answer-${answer.id}`}
      label={t(isAccepted ? 'answer.accepted_by' : 'answer.by', { name })}
      isTarget={target.answerId === answer.id && target.commentId === null}
      isAccepted={isAccepted}
      className="answer"
      lead={
        <>
          {isAccepted && <Verdict />}
          <AnswerState status={answer.status} />
          <PostText text={answer.text} className="prose max-w-measure" />
        </>
      }
      votes={
        <PostVotes post={answer} kind="answer">
          {onAccept !== undefined && answer.status !== deleted && (
            <AcceptButton isAccepted={isAccepted} onToggle={onAccept} />
          )}
        </PostVotes>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <AnswerActions {...props} path={path} />
        <ReactionRow postId={answer.id} reactions={answer.reactions} />
      </div>
      <PostPeople
        author={answer.user_info}
        what={t.rich<ReactNode>('post.answered', {
          time: (
            <Link key="time" href={path} className="hit hover:text-accent-ink">
              <When at={answer.create_time} />
            </Link>
          ),
        })}
        edit={
          answer.update_time > 0
            ? { at: answer.update_time, by: answer.update_user_info }
            : undefined
        }
      />
      <CommentSection
        postId={answer.id}
        label={t('comment.on_answer', { name })}
        comments={answer.comments}
        commentHref={(id) => commentHref(path, id)}
        allHref={commentsHref(here.path, here.search, answer.id)}
        askerId={question.user_info.id}
        targetId={target.commentId}
        isShut={answer.status === deleted || question.status === deleted}
      />
    </PostFrame>
  )
}

/** Words beside the column: never colour alone. */
function Verdict() {
  const t = useTranslate()
  return (
    <p className="mb-4 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-3">
      <b className="inline-flex items-center gap-1.5 text-md font-semibold text-ok">
        <Check className="icon stroke-[2.5]" aria-hidden="true" />
        {t('answer.accepted')}
      </b>
      <span>{t('answer.accepted_note')}</span>
    </p>
  )
}

/** Only its author and staff see an answer that is not open. */
function AnswerState({ status }: { status: ReadAnswer['status'] }) {
  const t = useTranslate()
  if (status !== deleted && status !== pending) return null
  return (
    <div className="mb-4">
      {status === deleted ? (
        <Notice tone="bad">{t('answer.state_deleted')}</Notice>
      ) : (
        <Notice>{t('answer.state_pending')}</Notice>
      )}
    </div>
  )
}

function AnswerActions(props: AnswerPostProps & { path: string }) {
  const { answer, question, isAccepted, path } = props
  const t = useTranslate()
  const act = useAct()
  const deletion = useDeletion({
    remove: () => act(deleteAnswer, { id: answer.id }),
    recover: () => act(recoverAnswer, { answer_id: answer.id }),
    removedText: t('delete.answer_done'),
    recoveredText: t('delete.answer_back'),
  })
  return (
    <PostActions
      postId={answer.id}
      actions={answer.member_actions}
      share={{ path, title: question.title }}
      editPath={editAnswerPath(question.id, answer.id)}
      deletion={deletion}
      texts={{
        title: t('delete.answer_title'),
        text: t('delete.answer_text'),
        ...(isAccepted ? { warning: t('delete.answer_accepted') } : {}),
      }}
    />
  )
}

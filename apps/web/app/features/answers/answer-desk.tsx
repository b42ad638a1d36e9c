import { questionStatuses } from '@stoa/contract/features/questions'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { inactivePath, loginPathFrom } from '../../kernel/addresses.ts'
import { isActivated } from '../../kernel/viewer.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextButtonLink } from '../../ui/text-button.tsx'
import { editAnswerPath, editQuestionPath } from '../questions/permalink.ts'
import { AnswerForm, type AnswerRefused } from './answer-form.tsx'
import { AnswerTip } from './answer-tip.tsx'

type Answered = {
  id: string
  status: number
  answered: boolean
  first_answer_id: string
  user_info: { id: string }
}

type AnswerDeskProps = {
  question: Answered
  /** Whether someone who has answered may do so again. */
  allowsMore: boolean
  showsTip: boolean
  sendKey: string
  refused: AnswerRefused
}

/** The end of a question page: where it is answered, or why it is not. */
export function AnswerDesk(props: AnswerDeskProps) {
  const t = useTranslate()
  return (
    <section
      id="answer-form"
      aria-labelledby="answer-form-title"
      className="lintel mt-8 grid max-w-measure scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-4 pt-3 md:ms-gutter"
    >
      <h2
        id="answer-form-title"
        className="font-serif text-2xl leading-title font-semibold tracking-title"
      >
        {t('answer.yours')}
      </h2>
      <Body {...props} />
    </section>
  )
}

function Body(props: AnswerDeskProps) {
  const { question, allowsMore } = props
  const { viewer } = useVisit()
  if (question.status === questionStatuses.closed) return <Shut reason="closed" />
  if (question.status === questionStatuses.deleted) return <Shut reason="deleted" />
  if (viewer === null) return <ForVisitors />
  if (!isActivated(viewer)) return <ForInactive />
  if (question.answered) {
    return <Answered question={question}>{allowsMore && <Another {...props} />}</Answered>
  }
  if (viewer.id === question.user_info.id) return <ForAsker {...props} />
  return <Writing {...props} />
}

function Writing({ question, showsTip, sendKey, refused }: AnswerDeskProps) {
  return (
    <>
      {showsTip && <AnswerTip />}
      <AnswerForm questionId={question.id} sendKey={sendKey} refused={refused} />
    </>
  )
}

function Shut({ reason }: { reason: 'closed' | 'deleted' }) {
  const t = useTranslate()
  return (
    <Notice title={t(`answer.${reason}_title`)} icon={<Lock className="icon" aria-hidden="true" />}>
      {t(`answer.${reason}_text`)}
    </Notice>
  )
}

function ForVisitors() {
  const t = useTranslate()
  const { site } = useVisit()
  const { pathname } = useLocation()
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">{t('answer.visitor')}</p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={loginPathFrom(pathname)}>{t('answer.log_in')}</ButtonLink>
        {site.registrationOpen && (
          <ButtonLink href="/users/register" variant="ghost">
            {t('account.sign_up')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function ForInactive() {
  const t = useTranslate()
  return (
    <Notice
      tone="warn"
      title={t('answer.inactive')}
      actions={<TextButtonLink href={inactivePath}>{t('answer.activate')}</TextButtonLink>}
    />
  )
}

function Answered({ question, children }: { question: Answered; children: ReactNode }) {
  const t = useTranslate()
  return (
    <>
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-2">{t('answer.answered')}</p>
        <ButtonLink href={editAnswerPath(question.id, question.first_answer_id)}>
          {t('answer.edit_mine')}
        </ButtonLink>
      </div>
      {children}
    </>
  )
}

function Another(props: AnswerDeskProps) {
  const t = useTranslate()
  return (
    <Fold title={t('answer.another')} isOpen={props.refused !== undefined}>
      <Notice>{t('answer.another_text')}</Notice>
      <Writing {...props} showsTip={false} />
    </Fold>
  )
}

/** The asker often means a comment, or more about the question. */
function ForAsker(props: AnswerDeskProps) {
  const t = useTranslate()
  const { question } = props
  return (
    <Fold title={t('answer.own_question')} isOpen={props.refused !== undefined}>
      <Notice
        title={t('answer.asker_title')}
        actions={
          <>
            <TextButtonLink href={`#comments-${question.id}`}>
              {t('answer.asker_comment')}
            </TextButtonLink>
            <TextButtonLink href={editQuestionPath(question.id)}>
              {t('answer.asker_edit')}
            </TextButtonLink>
          </>
        }
      >
        {t('answer.asker_text')}
      </Notice>
      <Writing {...props} showsTip={false} />
    </Fold>
  )
}

type FoldProps = { title: string; isOpen: boolean; children: ReactNode }

/** Opens without a script. */
function Fold({ title, isOpen, children }: FoldProps) {
  return (
    <details open={isOpen} className="group">
      <summary className="inline-flex min-h-control items-center rounded-md border border-line-strong bg-raised px-3.5 text-md font-medium hover:border-line-control hover:bg-wash group-open:hidden">
        {title}
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
    </details>
  )
}

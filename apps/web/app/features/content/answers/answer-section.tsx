import { questionStatuses } from '@stoa/contract/features/questions'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { inactivePathFrom, loginPathFrom, registerPathFrom } from '../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { isActivated, isStaff } from '../../../kernel/visit.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextButtonLink } from '../../../ui/text-button.tsx'
import { useLackingReputation } from '../shared/use-lacking-reputation.ts'
import { editAnswerPath, editQuestionPath } from '../questions/permalink.ts'
import { AnswerForm, type RejectedAnswer } from './answer-form.tsx'
import { AnswerTip } from './answer-tip.tsx'

type AnswerableQuestion = {
  id: string
  status: number
  answered: boolean
  first_answer_id: string
  is_locked: boolean
  protected_rank: number
  user_info: { id: string }
}

type AnswerSectionProps = {
  question: AnswerableQuestion
  /** Whether a user may answer a question twice. */
  canAnswerAgain: boolean
  hasTip: boolean
  idempotencyKey: string
  rejected: RejectedAnswer
}

/** The answer form, or the reason why there is none. */
export function AnswerSection(props: AnswerSectionProps) {
  const t = useTranslate()
  return (
    <section
      id="answer-form"
      aria-labelledby="answer-form-title"
      className="section-rule mt-8 grid max-w-measure scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-4 pt-3 md:ms-gutter"
    >
      <h2
        id="answer-form-title"
        className="font-serif text-2xl leading-title font-semibold tracking-title"
      >
        {t('answer.yours')}
      </h2>
      <SectionBody {...props} />
    </section>
  )
}

function SectionBody(props: AnswerSectionProps) {
  const { question, canAnswerAgain } = props
  const { viewer } = useVisit()
  if (question.status === questionStatuses.closed) return <ReadOnlyNotice reason="closed" />
  if (question.status === questionStatuses.deleted) return <ReadOnlyNotice reason="deleted" />
  if (question.status === questionStatuses.pending) return <ReadOnlyNotice reason="pending" />
  const isBlocked = question.is_locked && (viewer === null || !isStaff(viewer))
  if (isBlocked) return <ReadOnlyNotice reason="locked" />
  if (viewer === null) return <VisitorPrompt />
  if (!isActivated(viewer)) return <ActivationPrompt />
  if (question.answered) {
    return (
      <AlreadyAnswered question={question}>
        {canAnswerAgain && <AnotherAnswer {...props} />}
      </AlreadyAnswered>
    )
  }
  if (viewer.id === question.user_info.id) return <AskerForm {...props} />
  return <AnswerEditor {...props} />
}

function AnswerEditor({ question, hasTip, idempotencyKey, rejected }: AnswerSectionProps) {
  const lackingToAnswer = useLackingReputation('answer.add', 'answer')
  const lackingToProtected = useProtection(question)
  const lacking = lackingToAnswer ?? lackingToProtected
  // Before writing, not when posting.
  if (lacking !== null) {
    return <Notice icon={<Lock className="icon" aria-hidden="true" />}>{lacking}</Notice>
  }
  return (
    <>
      {hasTip && <AnswerTip />}
      <AnswerForm questionId={question.id} idempotencyKey={idempotencyKey} rejected={rejected} />
    </>
  )
}

function useProtection({ protected_rank: reputation, user_info }: AnswerableQuestion) {
  const t = useTranslate()
  const { viewer } = useVisit()
  if (viewer === null || isStaff(viewer) || viewer.id === user_info.id) return null
  return viewer.rank < reputation ? t('error.answer.question_protected', { reputation }) : null
}

function ReadOnlyNotice({ reason }: { reason: 'closed' | 'deleted' | 'locked' | 'pending' }) {
  const t = useTranslate()
  return (
    <Notice title={t(`answer.${reason}_title`)} icon={<Lock className="icon" aria-hidden="true" />}>
      {t(`answer.${reason}_text`)}
    </Notice>
  )
}

function VisitorPrompt() {
  const t = useTranslate()
  const { site } = useVisit()
  const { pathname } = useLocation()
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">{t('answer.visitor')}</p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={loginPathFrom(pathname)}>{t('answer.log_in')}</ButtonLink>
        {site.registrationOpen && (
          <ButtonLink href={registerPathFrom(pathname)} variant="ghost">
            {t('account.sign_up')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function ActivationPrompt() {
  const t = useTranslate()
  const { pathname } = useLocation()
  return (
    <Notice
      tone="warn"
      title={t('answer.inactive')}
      actions={
        <TextButtonLink href={inactivePathFrom(pathname)}>{t('answer.activate')}</TextButtonLink>
      }
    />
  )
}

function AlreadyAnswered({
  question,
  children,
}: {
  question: AnswerableQuestion
  children: ReactNode
}) {
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

function AnotherAnswer(props: AnswerSectionProps) {
  const t = useTranslate()
  return (
    <Disclosure title={t('answer.another')} isOpen={props.rejected !== undefined}>
      <Notice>{t('answer.another_text')}</Notice>
      <AnswerEditor {...props} hasTip={false} />
    </Disclosure>
  )
}

/** Askers often want to comment or edit instead, so the form is collapsed. */
function AskerForm(props: AnswerSectionProps) {
  const t = useTranslate()
  const { question } = props
  return (
    <Disclosure title={t('answer.own_question')} isOpen={props.rejected !== undefined}>
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
      <AnswerEditor {...props} hasTip={false} />
    </Disclosure>
  )
}

type DisclosureProps = { title: string; isOpen: boolean; children: ReactNode }

/** Works without JavaScript. */
function Disclosure({ title, isOpen, children }: DisclosureProps) {
  return (
    <details open={isOpen} className="group">
      <summary className="inline-flex min-h-control items-center rounded-md border border-line-strong bg-raised px-3.5 text-md font-medium hover:border-line-control hover:bg-wash group-open:hidden">
        {title}
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
    </details>
  )
}

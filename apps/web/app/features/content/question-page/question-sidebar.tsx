import type { QuestionSummary } from '@stoa/contract/features/question-page'
import { Bell } from 'lucide-react'
import { useLocation } from 'react-router'
import { useFormats } from '../../../kernel/formats.tsx'
import { useActionButtonProps } from '../../../kernel/login-redirect.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { Section } from '../../../ui/section.tsx'
import { SidebarList } from '../../../ui/shell/sidebar-list.tsx'
import { Slot } from '../../site/plugin-slots/slot.tsx'
import type { useFollow } from '../follows/use-follow.ts'
import { InvitedSection } from '../invites/invited-section.tsx'
import { questionPath } from '../questions/permalink.ts'
import type { QuestionPageData } from './question-page-data.ts'

type Follow = ReturnType<typeof useFollow>
type QuestionSidebarProps = { pageData: QuestionPageData; follow: Follow }

const minAnswersForIndex = 3

export function QuestionSidebar({ pageData, follow }: QuestionSidebarProps) {
  const { question, answers, invited, linked, related } = pageData
  const t = useTranslate()
  const { pathname } = useLocation()
  const actions = [...question.member_actions, ...question.extends_actions]
  return (
    <>
      {answers.length >= minAnswersForIndex && (
        // On narrow screens it would come after the answers it links to.
        <div className="max-lg:hidden">
          <AnswerIndex pageData={pageData} />
        </div>
      )}
      {linked.list.length > 0 && (
        <Section
          title={t('question_page.linked')}
          size="sm"
          aside={
            linked.count > linked.list.length && (
              <Link href={`/questions/linked/${question.id}`}>
                {t('question_page.all_linked', { count: linked.count })}
              </Link>
            )
          }
        >
          <QuestionLinks label={t('question_page.linked')} list={linked.list} />
        </Section>
      )}
      {related.length > 0 && (
        <Section title={t('question_page.related')} size="sm">
          <QuestionLinks label={t('question_page.related')} list={related} />
        </Section>
      )}
      <InvitedSection
        questionId={question.id}
        invited={invited}
        canInvite={actions.some(({ action }) => action === 'invite_other_to_answer')}
      />
      <FollowSection follow={follow} />
      <Slot name="sidebar" path={pathname} />
    </>
  )
}

function AnswerIndex({ pageData: { answers, question } }: { pageData: QuestionPageData }) {
  const t = useTranslate()
  const { count } = useFormats()
  return (
    <Section title={t('question_page.on_this_page')} size="sm">
      <SidebarList
        label={t('question_page.on_this_page')}
        items={answers.map(({ id, vote_count, user_info }) => {
          const isAccepted = id === question.accepted_answer_id
          return {
            href: `#answer-${id}`,
            title: user_info.display_name,
            number: count(vote_count),
            ...(isAccepted ? { note: t('answer.accepted'), done: true } : {}),
          }
        })}
      />
    </Section>
  )
}

function QuestionLinks({ label, list }: { label: string; list: QuestionSummary[] }) {
  const { site } = useVisit()
  const { count } = useFormats()
  return (
    <SidebarList
      label={label}
      items={list.map((question) => ({
        href: questionPath(question, site.permalink),
        title: question.title,
        number: count(question.vote_count),
        done: question.accepted_answer_id !== '0',
      }))}
    />
  )
}

function FollowSection({ follow: { isFollowed, count, toggle } }: { follow: Follow }) {
  const t = useTranslate()
  const buttonProps = useActionButtonProps()
  return (
    <Section title={t('follow.title')} size="sm">
      <p className="mb-2 text-sm text-ink-2">{t('follow.follower_count', { count })}</p>
      <Button
        {...buttonProps}
        size="sm"
        icon={<Bell className="icon" aria-hidden="true" />}
        onClick={(event) => {
          event.preventDefault()
          toggle()
        }}
      >
        {t(isFollowed ? 'follow.following' : 'follow.follow')}
      </Button>
    </Section>
  )
}

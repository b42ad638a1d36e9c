import type { Neighbour } from '@stoa/contract/features/reading'
import { Bell } from 'lucide-react'
import { useFormats } from '../../kernel/formats.ts'
import { useGate } from '../../kernel/login-first.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Section } from '../../ui/section.tsx'
import { RailList } from '../../ui/shell/rail.tsx'
import type { useFollow } from '../follows/use-follow.ts'
import { InvitedSection } from '../invites/invited-section.tsx'
import { questionPath } from '../questions/permalink.ts'
import type { Reading } from './reading-data.ts'

type Follow = ReturnType<typeof useFollow>
type ReadingRailProps = { reading: Reading; follow: Follow }

/** From so many answers on, a map of them helps. */
const mapped = 3

/** In the margin of a question: where its answers stand, what is near it, and who hears about it. */
export function ReadingRail({ reading, follow }: ReadingRailProps) {
  const { question, answers, invited, linked, related } = reading
  const t = useTranslate()
  const actions = [...question.member_actions, ...question.extends_actions]
  return (
    <>
      {answers.length >= mapped && (
        // Under a narrow page it would stand after all that it leads to.
        <div className="max-lg:hidden">
          <AnswerMap reading={reading} />
        </div>
      )}
      {linked.list.length > 0 && (
        <Section
          title={t('reading.linked')}
          size="sm"
          aside={
            linked.count > linked.list.length && (
              <Link href={`/questions/linked/${question.id}`}>
                {t('reading.all_linked', { count: linked.count })}
              </Link>
            )
          }
        >
          <Neighbours label={t('reading.linked')} list={linked.list} />
        </Section>
      )}
      {related.length > 0 && (
        <Section title={t('reading.related')} size="sm">
          <Neighbours label={t('reading.related')} list={related} />
        </Section>
      )}
      <InvitedSection
        questionId={question.id}
        invited={invited}
        canInvite={actions.some(({ action }) => action === 'invite_other_to_answer')}
      />
      <Following follow={follow} />
    </>
  )
}

function AnswerMap({ reading: { answers, question } }: { reading: Reading }) {
  const t = useTranslate()
  const { count } = useFormats()
  return (
    <Section title={t('reading.on_this_page')} size="sm">
      <RailList
        label={t('reading.on_this_page')}
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

function Neighbours({ label, list }: { label: string; list: Neighbour[] }) {
  const { site } = useVisit()
  const { count } = useFormats()
  return (
    <RailList
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

function Following({ follow: { isFollowed, count, toggle } }: { follow: Follow }) {
  const t = useTranslate()
  const gate = useGate()
  return (
    <Section title={t('follow.title')} size="sm">
      <p className="mb-2 text-sm text-ink-2">{t('follow.hear', { count })}</p>
      <Button
        {...gate}
        size="sm"
        aria-pressed={isFollowed}
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

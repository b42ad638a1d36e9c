import { limits } from '@stoa/contract/limits'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useFormats } from '../../../kernel/formats.tsx'
import { PageMeta } from '../../../kernel/page-meta.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { isStaff } from '../../../kernel/visit.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RowsSkeleton } from '../../../ui/skeleton.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MAIN_ID } from '../../../ui/shell/page.tsx'
import { TabLinks } from '../../../ui/tabs.tsx'
import { CaseContext } from './case-context.tsx'
import { deskPath, noFilter } from './case-filter.ts'
import { CaseFilterButton } from './case-filter-button.tsx'
import { CaseList } from './case-list.tsx'
import { CaseView } from './case-view.tsx'
import { DecisionBar, UndoPart } from './decision-bar.tsx'
import { DecisionDialog, type DialogOperation } from './decision-dialog.tsx'
import type { DeskCase } from './desk-case.ts'
import type { DeskData } from './desk-data.server.ts'
import { useClaim } from './use-claim.ts'
import { type Desk as DeskState, useDesk } from './use-desk.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import { UserContext } from './user-context.tsx'
import './desk-page.css'

export function DeskPage({ data }: { data: DeskData }) {
  const { queue, filter } = data
  return (
    <main id={MAIN_ID} tabIndex={-1} className="shell flex flex-1 flex-col">
      <DeskHead {...data} />
      <Desk key={deskPath({ queue, filter })} data={data} />
    </main>
  )
}

function DeskHead({ queues, queue, openWaves }: DeskData) {
  const t = useTranslate()
  const { count } = useFormats()
  const { viewer } = useVisit()
  const formatAmount = (amount: number) =>
    amount < limits.queueCount.max ? count(amount) : `${count(amount)}+`
  return (
    <div className="flex flex-wrap items-end gap-x-6 border-b border-line-strong pt-2.5">
      <PageMeta title={t('review.title')} noIndex />
      <h1 className="font-serif text-2xl leading-[1.25] font-semibold tracking-title">
        {t('review.title')}
      </h1>
      <div className="-mb-px min-w-0 max-md:order-last max-md:basis-full">
        <TabLinks
          label={t('review.queues')}
          items={queues.map(({ name, label, todo_amount: amount }) => ({
            href: deskPath({ queue: name, filter: noFilter }),
            label,
            count: amount === 0 ? undefined : formatAmount(amount),
            current: name === queue,
          }))}
        />
      </div>
      {viewer !== null && isStaff(viewer) && (
        <p className="ms-auto flex flex-wrap gap-x-2 pb-1">
          <ButtonLink href="/review/waves" size="sm" variant="ghost">
            {t('waves.title')}
            {openWaves > 0 && <b className="numeral text-accent-ink">{count(openWaves)}</b>}
          </ButtonLink>
          <ButtonLink href="/review/history" size="sm" variant="ghost">
            {t('review.history')}
          </ButtonLink>
          <ButtonLink href="/review/log" size="sm" variant="ghost">
            {t('staff_log.title')}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}

function Desk({ data }: { data: DeskData }) {
  const t = useTranslate()
  const desk = useDesk(data)
  const [dialog, setDialog] = useState<DialogOperation | null>(null)
  const { cases, current } = desk
  const claim = useClaim(current, { onTaken: desk.onTaken, onGone: desk.leave })
  const isLocked =
    claim === 'taken' || (claim === 'unknown' && current !== null && !desk.isFree(current))
  useDeskKeys({
    j: () => desk.move(1),
    k: () => desk.move(-1),
    s: () => void desk.skip(),
    z: () => void desk.undo(),
  })
  if (desk.isLoading) return <RowsSkeleton label={t('app.loading')} />
  if (current === null) return <EmptyDesk data={data} desk={desk} />
  const index = cases.indexOf(current)
  return (
    <div className="grid flex-1 items-start md:grid-cols-[17rem_minmax(0,1fr)]">
      <aside
        aria-label={t('review.cases')}
        className="desk-list sticky top-(--top-h) -ms-page overflow-y-auto border-e border-line max-md:hidden"
      >
        <div className="flex items-center justify-between gap-2 border-b border-line py-1.5 ps-page pe-3 text-sm text-ink-3">
          <span role="status">{t('review.case_count', { count: data.count })}</span>
          <CaseFilterButton queue={data.queue} filter={data.filter} />
        </div>
        <CaseList
          cases={cases}
          currentId={current.id}
          hrefOf={(caseId) => deskPath({ queue: data.queue, filter: data.filter, caseId })}
          onChoose={desk.choose}
        />
      </aside>
      <div className="desk-case flex min-w-0 flex-col md:ps-10">
        <div className="-mx-page flex items-center justify-between border-b border-line px-1 text-sm text-ink-2 md:hidden">
          <IconButton
            label={t('review.previous')}
            icon={<ChevronLeft className="icon rtl:-scale-x-100" aria-hidden="true" />}
            onClick={() => desk.move(-1)}
          />
          <span className="flex items-center gap-2">
            {t('review.position', { current: index + 1, count: cases.length })}
            <CaseFilterButton queue={data.queue} filter={data.filter} />
          </span>
          <IconButton
            label={t('review.next')}
            icon={<ChevronRight className="icon rtl:-scale-x-100" aria-hidden="true" />}
            onClick={() => desk.move(1)}
          />
        </div>
        <div className="grid items-start gap-x-10 gap-y-6 pt-4 pb-6 xl:grid-cols-[minmax(0,1fr)_14rem]">
          <CaseView
            key={current.id}
            one={current}
            isLocked={isLocked}
            context={data.context}
            userContext={data.userContext}
          />
          <Context one={current} data={data} />
        </div>
        <DecisionBar desk={desk} one={current} isLocked={isLocked} onDialog={setDialog} />
        {dialog !== null && (
          <DecisionDialog
            key={current.id}
            operation={dialog}
            one={current}
            isSending={desk.isSending}
            onClose={() => setDialog(null)}
            onDecide={desk.decide}
          />
        )}
      </div>
    </div>
  )
}

function Context({ one, data }: { one: DeskCase; data: DeskData }) {
  const { context, userContext } = data
  if (one.queue === 'flagged_user') {
    const facts = userContext?.objectId === one.objectId ? userContext : null
    return <UserContext key={one.id} one={one} context={facts} />
  }
  const facts = context?.objectId === one.objectId ? context : null
  return <CaseContext key={one.id} one={one} context={facts} />
}

function EmptyDesk({ data: { queue, filter }, desk }: { data: DeskData; desk: DeskState }) {
  const t = useTranslate()
  const isFiltered = deskPath({ queue, filter }) !== deskPath({ queue, filter: noFilter })
  return (
    <div className="py-10">
      <EmptyState
        title={t(isFiltered ? 'review.none_filtered' : 'review.none')}
        action={
          isFiltered ? (
            <ButtonLink href={deskPath({ queue, filter: noFilter })}>
              {t('review.clear_filter')}
            </ButtonLink>
          ) : (
            <ButtonLink href="/questions">{t('review.to_questions')}</ButtonLink>
          )
        }
      >
        <p>{t(isFiltered ? 'review.none_filtered_text' : 'review.none_text')}</p>
      </EmptyState>
      {desk.last !== null && (
        <div className="mx-auto mt-6 w-fit">
          <UndoPart desk={desk} />
        </div>
      )}
    </div>
  )
}

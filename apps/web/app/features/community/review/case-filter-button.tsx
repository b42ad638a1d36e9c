import { type ReasonNumber, reasonCatalog } from '@stoa/contract/features/reasons'
import type { ReviewQueue } from '@stoa/contract/features/review'
import { ListFilter } from 'lucide-react'
import { Form } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { Select } from '../../../ui/select.tsx'
import { type CaseFilter, deskPath, flagReasonsOf, noFilter, queueKinds } from './case-filter.ts'

type CaseFilterButtonProps = { queue: ReviewQueue; filter: CaseFilter }

export function CaseFilterButton({ queue, filter }: CaseFilterButtonProps) {
  const t = useTranslate()
  const isFiltered = deskPath({ queue, filter }) !== deskPath({ queue, filter: noFilter })
  const kinds = queueKinds[queue]
  const reasons = flagReasonsOf(queue)
  return (
    <Popover
      label={t('review.filter')}
      align="end"
      trigger={
        <Button
          size="sm"
          variant="ghost"
          className={isFiltered ? 'text-accent-ink!' : ''}
          icon={<ListFilter className="icon" aria-hidden="true" />}
        >
          {t('review.filter')}
        </Button>
      }
    >
      <Form method="get" action="/review" className="grid min-w-60 gap-3">
        <input type="hidden" name="type" value={queue} />
        {kinds.length > 1 && (
          <Field label={t('review.filter_kind')}>
            <Select
              name="kind"
              defaultValue={filter.kind ?? ''}
              options={[
                { value: '', label: t('review.filter_any') },
                ...kinds.map((kind) => ({ value: kind, label: t(`review.kind.${kind}`) })),
              ]}
            />
          </Field>
        )}
        {reasons.length > 0 && (
          <Field label={t('review.filter_reason')}>
            <Select
              name="reason"
              defaultValue={filter.reason ?? ''}
              options={[
                { value: '', label: t('review.filter_any') },
                ...reasons.map((reason) => ({ value: String(reason), label: nameOf(reason) })),
              ]}
            />
          </Field>
        )}
        <Field label={t('review.filter_skipped')}>
          <Select
            name="skipped"
            defaultValue={filter.isSkipped ? 'true' : ''}
            options={[
              { value: '', label: t('review.filter_open') },
              { value: 'true', label: t('review.filter_skipped_only') },
            ]}
          />
        </Field>
        <Button type="submit" variant="primary">
          {t('review.filter_apply')}
        </Button>
      </Form>
    </Popover>
  )

  function nameOf(reason: ReasonNumber) {
    return t(`reason.${reasonCatalog[reason].name}`)
  }
}

import { limits } from '@stoa/contract/limits'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'

/** Counting stops at a limit. */
export function useCountText() {
  const { number } = useFormats()
  return (count: number) =>
    count < limits.adminCount.max ? number(count) : `${number(limits.adminCount.max)}+`
}

type Range = { page: number; shown: number; count: number; isCapped: boolean }

/** "1 to 20 of 4,218"; long lists are counted some pages ahead only. */
export function useRangeText({ page, shown, count, isCapped }: Range) {
  const t = useTranslate()
  const { number } = useFormats()
  if (shown === 0) return null
  const size = limits.pageSize.default
  const from = (page - 1) * size + 1
  const isMore = isPartOf({ page, count, isCapped })
  return t('content_admin.range', {
    from: number(from),
    to: number(from + shown - 1),
    count: `${number(count)}${isMore ? '+' : ''}`,
  })
}

/** Whether there are more posts than were counted. */
export function isPartOf({ page, count, isCapped }: Omit<Range, 'shown'>) {
  return isCapped || count - (page - 1) * limits.pageSize.default === lookahead
}

/** As many rows as the server counts beyond the start of a page. */
const lookahead = 500

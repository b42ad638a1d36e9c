import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'

export type DayName = 'today' | 'yesterday' | 'weekday' | 'last_week' | 'month'

export function nameOfDay(daysAgo: number): DayName {
  if (daysAgo <= 0) return 'today'
  if (daysAgo === 1) return 'yesterday'
  if (daysAgo < 7) return 'weekday'
  return daysAgo < 14 ? 'last_week' : 'month'
}

/** The headings of a list by days, and the time of each row below them. */
export function useNotificationDays() {
  const t = useTranslate()
  const { now } = useVisit()
  const { dateWith, dayNumber, relative } = useFormats()
  const dayOf = (at: number) => nameOfDay(dayNumber(now) - dayNumber(at))
  return {
    headingOf(at: number): string {
      const day = dayOf(at)
      if (day === 'weekday') return dateWith(at, { weekday: 'long' })
      if (day === 'month') return dateWith(at, { month: 'long', year: 'numeric' })
      return t(`notifications.day.${day}`)
    },
    timeOf(at: number): string {
      const day = dayOf(at)
      if (day === 'today') return relative(at)
      if (day === 'last_week') return dateWith(at, { weekday: 'short' })
      if (day === 'month') return dateWith(at, { month: 'short', day: 'numeric' })
      return dateWith(at, { hour: 'numeric', minute: '2-digit' })
    },
  }
}

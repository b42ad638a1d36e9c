import {
  formatCount,
  formatDate,
  formatDateTime,
  formatNumber,
  formatRelative,
} from '@stoa/locales/format'
import { useTranslate, useVisit } from './visit-context.tsx'

/** Numbers and times in the language and time zone of the page. */
export function useFormats() {
  const { tag } = useTranslate()
  const { now, site } = useVisit()
  return {
    number: (value: number) => formatNumber(value, tag),
    count: (value: number) => formatCount(value, tag),
    date: (at: number) => formatDate(at, tag, site.timeZone),
    dateTime: (at: number) => formatDateTime(at, tag, site.timeZone),
    relative: (at: number) => formatRelative(at, now, tag),
  }
}

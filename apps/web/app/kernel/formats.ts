import {
  formatCount,
  formatDate,
  formatDateTime,
  formatNumber,
  formatRelative,
  isTimeZone,
} from '@stoa/locales/format'
import { useTranslate, useVisit } from './visit-context.tsx'

/** Numbers and times in the language and time zone of the page. */
export function useFormats() {
  const { tag } = useTranslate()
  const { now, timeZone } = useVisit()
  const zone = knownZone(timeZone)
  return {
    number: (value: number) => formatNumber(value, tag),
    count: (value: number) => formatCount(value, tag),
    date: (at: number) => formatDate(at, tag, zone),
    dateTime: (at: number) => formatDateTime(at, tag, zone),
    relative: (at: number) => formatRelative(at, now, tag),
  }
}

const zones = new Map<string, string>()

/** The zone, or UTC in a browser that is older than it. */
function knownZone(name: string): string {
  const known = zones.get(name) ?? (isTimeZone(name) ? name : 'UTC')
  zones.set(name, known)
  return known
}

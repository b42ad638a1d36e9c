import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDateWith,
  formatHour,
  formatMonth,
  formatNumber,
  formatPoints,
  formatRelative,
  isTimeZone,
  toDayNumber,
} from '@stoa/locales/format'
import { Time } from '../ui/time.tsx'
import { useTranslate, useVisit } from './visit-context.tsx'

export function useFormats() {
  const { tag } = useTranslate()
  const { now, timeZone } = useVisit()
  const zone = toSupportedTimeZone(timeZone)
  return {
    /** The time zone of the viewer. */
    zone,
    number: (value: number) => formatNumber(value, tag),
    count: (value: number) => formatCount(value, tag),
    /** For the room of two digits. */
    capped: (value: number) =>
      value > 99 ? `${formatNumber(99, tag)}+` : formatNumber(value, tag),
    points: (value: number) => formatPoints(value, tag),
    date: (at: number) => formatDate(at, tag, zone),
    /** For days that the server has already placed in a time zone. */
    utcDate: (at: number) => formatDate(at, tag, 'UTC'),
    utcMonth: (at: number) => formatMonth(at, tag),
    dateTime: (at: number) => formatDateTime(at, tag, zone),
    hour: (at: number) => formatHour(at, tag, zone),
    dateWith: (at: number, style: Intl.DateTimeFormatOptions) =>
      formatDateWith(at, tag, zone, style),
    /** For hours and days that are in no time zone. */
    utcWith: (at: number, style: Intl.DateTimeFormatOptions) =>
      formatDateWith(at, tag, 'UTC', style),
    /** Counts calendar days, to compare them. */
    dayNumber: (at: number) => toDayNumber(at, zone),
    relative: (at: number) => formatRelative(at, now, tag),
  }
}

const zones = new Map<string, string>()

/** Falls back to UTC in browsers that do not know the zone. */
function toSupportedTimeZone(name: string): string {
  const supported = zones.get(name) ?? (isTimeZone(name) ? name : 'UTC')
  zones.set(name, supported)
  return supported
}

export function RelativeTime({ at }: { at: number }) {
  const { relative, dateTime } = useFormats()
  return <Time at={at} text={relative(at)} title={dateTime(at)} />
}

import type { Translate } from './translate.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

// Constructing Intl objects is slow, and there are few languages and options.
const formatters = new Map<string, unknown>()

function memoize<T>(key: string, create: () => T): T {
  if (!formatters.has(key)) formatters.set(key, create())
  return formatters.get(key) as T
}

// Engines differ in the default digits for Arabic, but server and browser must agree.
const digits = { numberingSystem: 'latn' } as const

export function formatNumber(value: number, tag: string, fractionDigits = 0): string {
  return memoize(
    `number ${tag} ${fractionDigits}`,
    () => new Intl.NumberFormat(tag, { ...digits, maximumFractionDigits: fractionDigits }),
  ).format(value)
}

/** Formats reputation that was gained or lost: +10 · −2. */
export function formatPoints(value: number, tag: string): string {
  const size = formatCount(Math.abs(value), tag)
  if (value === 0) return size
  return value > 0 ? `+${size}` : `−${size}`
}

/** Formats a compact count: 9,999 · 12.3k · 4.5m. Truncates so that it never overstates. */
export function formatCount(value: number, tag: string): string {
  const size = Math.abs(value)
  if (size < 10_000) return formatNumber(value, tag)
  const [unit, letter] = size < 1_000_000 ? [1_000, 'k'] : [1_000_000, 'm']
  return formatNumber(Math.trunc((value * 10) / unit) / 10, tag, 1) + letter
}

const steps = [
  { unit: 'year', seconds: 365 * day },
  { unit: 'month', seconds: 30 * day },
  { unit: 'day', seconds: day },
  { unit: 'hour', seconds: hour },
  { unit: 'minute', seconds: minute },
] as const

/** Formats "3 hours ago", "yesterday" or "now". Both times are Unix seconds. */
export function formatRelative(at: number, now: number, tag: string): string {
  const relative = memoize(
    `relative ${tag}`,
    () => new Intl.RelativeTimeFormat(tag, { ...digits, numeric: 'auto' }),
  )
  const distance = at - now
  const step = steps.find(({ seconds }) => Math.abs(distance) >= seconds)
  if (!step) return relative.format(0, 'second')
  return relative.format(Math.trunc(distance / step.seconds), step.unit)
}

/** Formats date and time of a Unix timestamp in an IANA time zone. */
export function formatDateTime(at: number, tag: string, timeZone: string): string {
  return formatDateWith(at, tag, timeZone, { dateStyle: 'medium', timeStyle: 'short' })
}

/** Formats the day and the hour of a Unix timestamp in an IANA time zone: "Nov 16, 11 PM". */
export function formatHour(at: number, tag: string, timeZone: string): string {
  return formatDateWith(at, tag, timeZone, { month: 'short', day: 'numeric', hour: 'numeric' })
}

/** Formats the date of a Unix timestamp in an IANA time zone. */
export function formatDate(at: number, tag: string, timeZone: string): string {
  return formatDateWith(at, tag, timeZone, { dateStyle: 'medium' })
}

/** Formats the month of a Unix timestamp in UTC: "Nov". */
export function formatMonth(at: number, tag: string): string {
  const options = { ...digits, calendar: 'gregory', month: 'short', timeZone: 'UTC' } as const
  return memoize(`month ${tag}`, () => new Intl.DateTimeFormat(tag, options)).format(at * 1000)
}

/** Formats parts of the date and time of a Unix timestamp in an IANA time zone. */
export function formatDateWith(
  at: number,
  tag: string,
  timeZone: string,
  style: Intl.DateTimeFormatOptions,
): string {
  const formatter = memoize(
    `date ${tag} ${timeZone} ${style.timeStyle} ${style.hour} ${style.weekday} ${style.month}`,
    () => new Intl.DateTimeFormat(tag, { ...digits, calendar: 'gregory', ...style, timeZone }),
  )
  // Some engines put a narrow no-break space before AM and PM.
  return formatter.format(at * 1000).replaceAll('\u202f', ' ')
}

/** Returns the number of the calendar day in an IANA time zone. The next day has the next number. */
export function toDayNumber(at: number, timeZone: string): number {
  const iso = memoize(
    `day ${timeZone}`,
    () =>
      // Swedish dates are written as ISO dates.
      new Intl.DateTimeFormat('sv', {
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        timeZone,
      }),
  ).format(at * 1000)
  return Date.parse(iso) / (day * 1000)
}

export function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

export function formatDuration(seconds: number, t: Translate): string {
  if (seconds < hour) return t('duration.under_hour')
  if (seconds < day) return t('duration.hours', { count: Math.floor(seconds / hour) })
  return t('duration.days', { count: Math.floor(seconds / day) })
}

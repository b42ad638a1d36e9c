import type { SendingFrequency } from '@stoa/contract/features/mails'

/** Hours of the day; from 22 to 7 is a night. */
export type QuietHours = { from: number; to: number }

export type Timing = {
  timeZone: string
  quietHours: QuietHours | null
  digestHour: number
  /** 1 is Monday. */
  digestDay: number
}

type Wait = { since: Date; dueAt: Date; now: Date }

/** When a mail may be sent: now, or later. Digests wait for the first digest time after `since`. */
export function nextMailTime(frequency: SendingFrequency, wait: Wait, timing: Timing): Date {
  const { since, dueAt, now } = wait
  const isDigest = frequency === 'daily' || frequency === 'weekly'
  const due = isDigest ? nextDigestTime(frequency, since, timing) : dueAt
  return afterQuietHours(due > now ? due : now, timing)
}

function nextDigestTime(frequency: 'daily' | 'weekly', since: Date, timing: Timing): Date {
  const { timeZone, digestHour, digestDay } = timing
  const { year, month, day } = toLocal(since, timeZone)
  for (let days = 0; days <= 7; days++) {
    const time = toInstant({ year, month, day: day + days, hour: digestHour }, timeZone)
    const isDay = frequency === 'daily' || toLocal(time, timeZone).weekday === digestDay
    if (isDay && time > since) return time
  }
  return toInstant({ year, month, day: day + 8, hour: digestHour }, timeZone)
}

export const isInQuietHours = (time: Date, timing: Timing) => afterQuietHours(time, timing) > time

/** The time itself, or the end of the quiet hours that it is in. */
function afterQuietHours(time: Date, { timeZone, quietHours }: Timing): Date {
  if (quietHours === null || quietHours.from === quietHours.to) return time
  const { from, to } = quietHours
  const { year, month, day, hour } = toLocal(time, timeZone)
  const isNight = from > to
  const isQuiet = isNight ? hour >= from || hour < to : hour >= from && hour < to
  if (!isQuiet) return time
  const isBeforeMidnight = isNight && hour >= from
  return toInstant({ year, month, day: day + (isBeforeMidnight ? 1 : 0), hour: to }, timeZone)
}

type LocalTime = { year: number; month: number; day: number; hour: number }

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string) {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const numeric = 'numeric' as const
  const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric }
  const options = { ...parts, second: numeric, hourCycle: 'h23', calendar: 'gregory' } as const
  const created = new Intl.DateTimeFormat('en', { ...options, numberingSystem: 'latn', timeZone })
  formatters.set(timeZone, created)
  return created
}

function readParts(time: Date, timeZone: string) {
  const parts = formatterOf(timeZone).formatToParts(time)
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
  }
}

function toLocal(time: Date, timeZone: string) {
  const { year, month, day, hour } = readParts(time, timeZone)
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return { year, month, day, hour, weekday: weekday === 0 ? 7 : weekday }
}

/** The first instant of an hour of the clock. An hour that is left out in spring is the one after it. */
function toInstant({ year, month, day, hour }: LocalTime, timeZone: string): Date {
  const asUtc = Date.UTC(year, month - 1, day, hour)
  const offsetAt = (time: number) => {
    const local = readParts(new Date(time), timeZone)
    const { hour: hours, minute, second } = local
    return Date.UTC(local.year, local.month - 1, local.day, hours, minute, second) - time
  }
  // The offsets a day earlier and later: both sides of any change of the clock.
  const [before, after] = [
    asUtc - offsetAt(asUtc - 86_400_000),
    asUtc - offsetAt(asUtc + 86_400_000),
  ]
  const matches = [before, after].filter((time) => time + offsetAt(time) === asUtc)
  return new Date(matches.length > 0 ? Math.min(...matches) : Math.max(before, after))
}

/** `2026-11-20T18:00Z` as the date and time that clocks of the zone show, in the form of a date-time field. */
export function toZoned(utc: string, timeZone: string): string {
  const time = Date.parse(utc)
  return Number.isNaN(time)
    ? ''
    : new Date(time + offsetAt(time, timeZone)).toISOString().slice(0, 16)
}

/** The reverse. A time that the clocks skip in spring is read as the one after it. */
export function fromZoned(local: string, timeZone: string): string {
  const written = Date.parse(`${local}Z`)
  if (Number.isNaN(written)) return ''
  const guess = written - offsetAt(written, timeZone)
  const time = written - offsetAt(guess, timeZone)
  return `${new Date(time).toISOString().slice(0, 16)}Z`
}

function offsetAt(time: number, timeZone: string) {
  // Swedish dates are written as ISO dates.
  const format = new Intl.DateTimeFormat('sv', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  })
  return Date.parse(`${format.format(time).replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000
}

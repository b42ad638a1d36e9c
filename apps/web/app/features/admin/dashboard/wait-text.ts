import type { Translate } from '@stoa/locales/translate'

const [minute, hour, day] = [60, 3600, 86_400]

/** How long people waited: 42 min · 9 h 10 min · 3 d 4 h. */
export function toWaitText(seconds: number, t: Translate): string {
  if (seconds < hour) return t('figure.minutes', { minutes: Math.round(seconds / minute) })
  // Rounded first, so that nobody waits for 1 h 60 min.
  if (seconds < day) {
    const [hours, minutes] = split(Math.round(seconds / minute), 60)
    return minutes === 0
      ? t('figure.hours', { hours })
      : t('figure.hours_minutes', { hours, minutes })
  }
  const [days, hours] = split(Math.round(seconds / hour), 24)
  return hours === 0 ? t('figure.days', { days }) : t('figure.days_hours', { days, hours })
}

function split(total: number, size: number): [whole: number, rest: number] {
  return [Math.floor(total / size), total % size]
}

import { describe, expect, it } from 'vitest'
import './all.ts'
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDateWith,
  formatDuration,
  formatHour,
  formatNumber,
  formatPoints,
  formatRelative,
  isTimeZone,
  toDayNumber,
} from './format.ts'
import { translator } from './translate.ts'

const noon = Date.UTC(2026, 2, 8, 12, 0, 0) / 1000

describe('formatCount', () => {
  it.each([
    [0, '0'],
    [-7, '-7'],
    [999, '999'],
    [1_000, '1,000'],
    [9_999, '9,999'],
    [10_000, '10k'],
    [12_345, '12.3k'],
    [18_290, '18.2k'],
    [-12_345, '-12.3k'],
    [999_999, '999.9k'],
    [1_000_000, '1m'],
    [1_250_000, '1.2m'],
    [1_234_567_890, '1,234.5m'],
  ])('formats %d as %s', (value, expected) => {
    expect(formatCount(value, 'en-US')).toBe(expected)
  })

  it('uses the separators of the language and Latin digits', () => {
    expect(formatCount(12_345, 'de')).toBe('12,3k')
    expect(formatCount(9_999, 'de')).toBe('9.999')
    expect(formatCount(12_345, 'ar-EG')).toMatch(/^[0-9]+\D[0-9]k$/)
    expect(formatNumber(1234.56, 'zh-CN', 1)).toBe('1,234.6')
  })
})

describe('formatRelative', () => {
  it.each([
    [0, 'now'],
    [-59, 'now'],
    [-60, '1 minute ago'],
    [-3_599, '59 minutes ago'],
    [-3_600, '1 hour ago'],
    [-3 * 3_600 - 1, '3 hours ago'],
    [-86_400, 'yesterday'],
    [-29 * 86_400, '29 days ago'],
    [-30 * 86_400, 'last month'],
    [-364 * 86_400, '12 months ago'],
    [-800 * 86_400, '2 years ago'],
    [7_200, 'in 2 hours'],
  ])('formats %d seconds from now as %s', (distance, expected) => {
    expect(formatRelative(noon + distance, noon, 'en-US')).toBe(expected)
  })

  it('formats in the given language', () => {
    expect(formatRelative(noon - 7_200, noon, 'ar')).toBe('قبل ساعتين')
    expect(formatRelative(noon - 3 * 3_600, noon, 'ar')).toBe('قبل 3 ساعات')
    expect(formatRelative(noon - 3 * 3_600, noon, 'zh-CN')).toBe('3小时前')
  })
})

describe('formatDateTime', () => {
  it('shows local time of the zone across a daylight saving change', () => {
    expect(formatDateTime(noon, 'en-US', 'UTC')).toBe('Mar 8, 2026, 12:00 PM')
    expect(formatDateTime(noon, 'en-US', 'America/New_York')).toBe('Mar 8, 2026, 8:00 AM')
    expect(formatDateTime(noon - 86_400, 'en-US', 'America/New_York')).toBe('Mar 7, 2026, 7:00 AM')
    expect(formatDateTime(noon, 'zh-CN', 'Asia/Shanghai')).toBe('2026年3月8日 20:00')
  })

  it('shows the date in the zone', () => {
    const late = Date.UTC(2026, 2, 8, 23, 30) / 1000
    expect(formatDate(late, 'en-US', 'UTC')).toBe('Mar 8, 2026')
    expect(formatDate(late, 'en-US', 'Asia/Tokyo')).toBe('Mar 9, 2026')
  })

  it('recognizes valid time zones', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true)
    expect(isTimeZone('Mars/Olympus_Mons')).toBe(false)
    expect(isTimeZone('')).toBe(false)
  })
})

describe('formatDuration', () => {
  it.each([
    [0, 'under 1 hour'],
    [3_599, 'under 1 hour'],
    [3_600, '1 hour'],
    [86_399, '23 hours'],
    [86_400, '1 day'],
    [40 * 86_400, '40 days'],
  ])('formats %d seconds as %s', (seconds, expected) => {
    expect(formatDuration(seconds, translator('en_US'))).toBe(expected)
  })

  it('formats in the given language', () => {
    expect(formatDuration(2 * 86_400, translator('ar'))).toBe('يومان')
    expect(formatDuration(7_200, translator('zh_CN'))).toBe('2 小时')
  })
})

describe('formatHour', () => {
  it('differs from the date of the same moment', () => {
    expect(formatDate(noon, 'en-US', 'UTC')).toBe('Mar 8, 2026')
    expect(formatHour(noon, 'en-US', 'UTC')).toBe('Mar 8, 12 PM')
  })
})

describe('formatPoints', () => {
  it.each([
    [48, '+48'],
    [-4, '−4'],
    [0, '0'],
    [12_340, '+12.3k'],
  ])('formats %d as %s', (points, expected) => {
    expect(formatPoints(points, 'en-US')).toBe(expected)
  })
})

describe('toDayNumber', () => {
  it('changes at midnight in the zone', () => {
    const late = Date.UTC(2026, 2, 8, 23, 30) / 1000
    expect(toDayNumber(late, 'Asia/Tokyo') - toDayNumber(late, 'UTC')).toBe(1)
    expect(toDayNumber(late + 1800, 'UTC') - toDayNumber(late, 'UTC')).toBe(1)
  })

  it('counts one day for the short day of a clock change', () => {
    const noonOf = (day: number) => Date.UTC(2026, 2, day, 12) / 1000
    const numberOf = (day: number) => toDayNumber(noonOf(day), 'Europe/Berlin')
    expect(numberOf(30) - numberOf(29)).toBe(1)
  })
})

describe('formatDateWith', () => {
  it.each([
    [{ weekday: 'long' }, 'Sunday'],
    [{ weekday: 'short' }, 'Sun'],
    [{ month: 'long', year: 'numeric' }, 'March 2026'],
    [{ month: 'short', day: 'numeric' }, 'Mar 8'],
    [{ hour: 'numeric', minute: '2-digit' }, '12:00 PM'],
  ] as const)('formats %j as %s', (style, expected) => {
    expect(formatDateWith(noon, 'en-US', 'UTC', style)).toBe(expected)
  })
})

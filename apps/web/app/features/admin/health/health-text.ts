import type { HealthCheck, HealthCode, HealthValues } from '@stoa/contract/features/health'
import { formatNumber } from '@stoa/locales/format'
import type { Translate, Values } from '@stoa/locales/translate'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { toWaitText } from '../dashboard/wait-text.ts'

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** 512 B · 3.1 GB · 40 GB. Isolated, because the unit is in Latin letters. */
export function toSizeText(bytes: number, t: Translate): string {
  let [size, unit] = [bytes, 0]
  for (; size >= 1000 && unit < units.length - 1; unit++) size /= 1024
  const digits = size < 10 && unit > 0 ? 1 : 0
  return `\u2066${formatNumber(size, t.tag, digits)} ${units[unit] ?? ''}\u2069`
}

const sizes = new Set(['size', 'free', 'total', 'used', 'max'])
const durations = new Set(['offset', 'lag'])

function toText(values: HealthValues, t: Translate, date: (at: number) => string): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'string') return [name, value]
      if (sizes.has(name)) return [name, toSizeText(value, t)]
      if (durations.has(name)) return [name, toMilliseconds(value, t)]
      if (name === 'age') return [name, toWaitText(value, t)]
      return [name, name === 'until' ? date(value) : value]
    }),
  )
}

function toMilliseconds(seconds: number, t: Translate) {
  return t('health.milliseconds', { time: formatNumber(Math.round(seconds * 1000), t.tag) })
}

/** What was found, and what to do about it; empty if nothing is wrong. */
export function useHealthText() {
  const t = useTranslate()
  const { date } = useFormats()
  return ({ code, values }: Pick<HealthCheck, 'code' | 'values'>) => {
    const texts = toText(values, t, date)
    const [name, outcome] = code.split('.')
    const [found, fix] = [`health.found.${name}.${outcome}`, `health.fix.${name}.${outcome}`]
    return {
      found: t.has(found) ? t(found, texts) : code,
      fix: t.has(fix) ? t(fix, texts) : '',
    }
  }
}

/** Where it is fixed, if that is a page of the site. */
const fixedAt: Partial<Record<HealthCode, string>> = {
  'site_url.local': '/admin/general',
  'site_url.http': '/admin/general',
  'site_url.other_host': '/admin/general',
  'jobs.late': '/admin/jobs',
  'failed_jobs.failed': '/admin/jobs',
  'email.not_configured': '/admin/smtp',
  'email.failing': '/admin/email-log',
  'search.late': '/admin/jobs',
  'search.missing': '#search-index',
  'webhooks.stopped': '/admin/webhooks',
  'plugins.failing': '/admin/plugins',
  'plugins.faulted': '/admin/plugins',
}

export function fixLinkOf(code: HealthCode): string | null {
  return fixedAt[code] ?? null
}

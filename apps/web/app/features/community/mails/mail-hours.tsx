import type { NotificationChoices } from '@stoa/contract/features/mails'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { Section } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'

type Hours = Pick<NotificationChoices, 'digest_hour' | 'digest_day' | 'last_digest' | 'quiet_hours'>

const night = { from: 22, to: 7 }
const days = [1, 2, 3, 4, 5, 6, 7]

/** When digests are sent, and when nothing is. */
export function MailHours({ settings }: { settings: Hours }) {
  const t = useTranslate()
  const { dateTime, utcWith } = useFormats()
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: utcWith(hour * 3600, { hour: 'numeric', minute: '2-digit' }),
  }))
  // The fifth of January 1970 was a Monday.
  const dayName = (day: number) => utcWith((day + 3) * 86_400, { weekday: 'long' })
  const { last_digest: last, quiet_hours: quiet } = settings
  return (
    <>
      <Section title={t('notify.digest')}>
        <div className="flex flex-wrap gap-4 py-3">
          <Field label={t('notify.digest_hour')} className="w-60">
            <Select
              name="digest_hour"
              defaultValue={String(settings.digest_hour)}
              options={hours}
            />
          </Field>
          <Field label={t('notify.digest_day')} className="w-60">
            <Select
              name="digest_day"
              defaultValue={String(settings.digest_day)}
              options={days.map((day) => ({ value: String(day), label: dayName(day) }))}
            />
          </Field>
        </div>
        {last !== null && (
          <p className="text-sm text-ink-3">
            {t('notify.last_digest', { time: dateTime(last.time), items: last.items })}
          </p>
        )}
      </Section>
      <Section title={t('notify.quiet')}>
        <div className="pt-3">
          <Switch
            name="quiet"
            label={t('notify.quiet_on')}
            hint={t('notify.quiet_hint')}
            defaultChecked={quiet !== null}
          />
        </div>
        <div className="flex flex-wrap gap-4 py-3">
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} label={t(`notify.quiet_hour.${end}`)} className="w-60">
              <Select
                name={`quiet_${end}`}
                defaultValue={String((quiet ?? night)[end])}
                options={hours}
              />
            </Field>
          ))}
        </div>
      </Section>
    </>
  )
}

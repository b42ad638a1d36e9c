import type { ResponseOf } from '@stoa/contract/endpoint'
import type { checkMailServer } from '@stoa/contract/features/mail-check'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { CheckList, CheckRow } from './check-rows.tsx'

type Props = Pick<ResponseOf<typeof checkMailServer>, 'server' | 'steps' | 'certificate'>

export function MailSteps({ server, steps, certificate }: Props) {
  const t = useTranslate()
  const { number, date } = useFormats()
  return (
    <CheckList title={t('mail_check.server', { server })}>
      {steps.map(({ step, state, problem, duration_ms: duration }) => (
        <CheckRow
          key={step}
          name={t(`mail_check.step.${step}`)}
          state={state}
          aside={state !== 'skipped' && t('mail_check.duration', { ms: number(duration) })}
        >
          {problem && t(`mail_check.problem.${problem}`)}
          {step === 'tls' && certificate && (
            <span className="block text-ink-3">
              {t('mail_check.certificate', {
                protocol: certificate.protocol,
                name: certificate.name,
                date: date(certificate.expires_at),
              })}
            </span>
          )}
        </CheckRow>
      ))}
    </CheckList>
  )
}

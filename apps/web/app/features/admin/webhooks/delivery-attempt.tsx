import type { DeliveryAttempt } from '@stoa/contract/features/webhooks'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Section } from '../../../ui/section.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'

export function AttemptSection({ attempt }: { attempt: DeliveryAttempt }) {
  const t = useTranslate()
  const { number, dateTime } = useFormats()
  const { status, error } = attempt
  const isSuccess = status >= 200 && status <= 299
  return (
    <Section
      title={t('webhooks.attempt', { number: number(attempt.number) })}
      aside={dateTime(attempt.at)}
    >
      <p className="flex flex-wrap items-center gap-x-3 py-2 text-md">
        <StatusLabel tone={isSuccess ? 'ok' : 'bad'}>
          {status === 0 ? t('webhooks.no_response') : String(status)}
        </StatusLabel>
        <span className="text-sm text-ink-3">
          {t('webhooks.ms', { ms: number(attempt.duration_ms) })}
        </span>
        {error !== '' && <bdi className="text-sm break-words text-bad">{error}</bdi>}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <TextBlock title={t('webhooks.request_headers')} text={toLines(attempt.request_headers)} />
        {status !== 0 && (
          <>
            <TextBlock
              title={t('webhooks.response_headers')}
              text={toLines(attempt.response_headers)}
            />
            <TextBlock title={t('webhooks.response_body')} text={attempt.response_body} />
          </>
        )}
      </div>
    </Section>
  )
}

export function TextBlock({ title, text }: { title: string; text: string }) {
  const t = useTranslate()
  return (
    <CodeBlock
      title={title}
      text={text === '' ? t('webhooks.empty') : text}
      copyLabel={t('code.copy')}
      copiedLabel={t('code.copied')}
    />
  )
}

function toLines(headers: Record<string, string>) {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** Indented for reading; it is sent in one line. */
export function formatJson(body: string) {
  return JSON.stringify(JSON.parse(body), null, 2)
}

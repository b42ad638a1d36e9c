import type { MailRecord } from '@stoa/contract/features/mail-check'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { CheckList, CheckRow } from './check-rows.tsx'

type Props = { domain: string; records: readonly MailRecord[] }

export function MailRecords({ domain, records }: Props) {
  const t = useTranslate()
  return (
    <CheckList title={t('mail_check.records', { domain })}>
      {records.map((record) => (
        <CheckRow key={record.record} name={record.record.toUpperCase()} state={record.state}>
          <span className="text-ink-3">{t(`mail_check.about.${record.record}`)}</span>{' '}
          {record.problem && t(`mail_check.record_problem.${record.problem}`)}
          {record.found.map((text) => (
            <code key={text} dir="ltr" className="block break-all text-ink-3">
              {text}
            </code>
          ))}
          {record.suggestion !== null && (
            <span className="mt-1 grid gap-1">
              {t('mail_check.add', { name: record.name })}
              <CodeBlock
                title={record.name}
                text={record.suggestion}
                copyLabel={t('code.copy')}
                copiedLabel={t('code.copied')}
              />
            </span>
          )}
        </CheckRow>
      ))}
    </CheckList>
  )
}

import { Check, Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { securityPath } from '../../../../kernel/paths.ts'
import { useTranslate, useVisit } from '../../../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { StepFrame } from './step-frame.tsx'

/** Shown only once. Selecting and downloading work without JavaScript. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useTranslate()
  const { site } = useVisit()
  const lines = codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code)
  const text = `${t('recovery_codes.file_head', { site: site.name })}\n\n${lines.join('\n')}\n`
  return (
    <StepFrame title={t('recovery_codes.title')} intro={t('recovery_codes.intro')}>
      <div className="grid max-w-measure gap-6">
        <Notice tone="warn" live>
          {t('recovery_codes.once')}
        </Notice>
        <ol
          dir="ltr"
          className="grid grid-cols-2 gap-x-8 gap-y-1.5 rounded-md border border-line bg-raised px-5 py-4 font-mono text-md select-all"
        >
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2 print:hidden">
          <CopyCodesButton text={text} />
          <ButtonLink
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="recovery-codes.txt"
            icon={<Download className="icon" aria-hidden="true" />}
          >
            {t('recovery_codes.download')}
          </ButtonLink>
          <Button
            className="noscript:hidden"
            icon={<Printer className="icon" aria-hidden="true" />}
            onClick={() => print()}
          >
            {t('recovery_codes.print')}
          </Button>
        </div>
        <div className="print:hidden">
          <ButtonLink href={securityPath} variant="primary">
            {t('recovery_codes.saved')}
          </ButtonLink>
        </div>
      </div>
    </StepFrame>
  )
}

function CopyCodesButton({ text }: { text: string }) {
  const t = useTranslate()
  const [isCopied, setCopied] = useState(false)
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <Button
        className="noscript:hidden"
        icon={<Icon className="icon" aria-hidden="true" />}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {isCopied ? t('code.copied') : t('recovery_codes.copy')}
      </Button>
      <span className="sr-only" role="status">
        {isCopied ? t('code.copied') : ''}
      </span>
    </>
  )
}

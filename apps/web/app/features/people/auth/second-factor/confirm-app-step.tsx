import { FormBox, FormField, useContractForm, type RejectedForm } from '../../../../kernel/form.tsx'
import { useTranslate } from '../../../../kernel/visit-context.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { TextInput } from '../../../../ui/text-input.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { confirmForm } from './second-factor-forms.ts'
import { StepButtons, StepFrame } from './step-frame.tsx'

type ConfirmAppStepProps = {
  uri: string
  secret: string
  qr: { size: number; path: string }
  rejected: RejectedForm<'code' | 'uri'>
}

/** Shows the TOTP secret and asks for the first code. */
export function ConfirmAppStep({ uri, secret, qr, rejected }: ConfirmAppStepProps) {
  const t = useTranslate()
  const form = useContractForm(confirmForm, rejected)
  return (
    <StepFrame title={t('totp.set_up')} intro={t('totp.scan')}>
      <div className="grid gap-6 md:grid-cols-[auto_minmax(0,1fr)] md:gap-8">
        <QrImage {...qr} label={t('totp.qr_code')} />
        <div className="grid max-w-form content-start gap-6">
          <SecretText uri={uri} secret={secret} />
          <FormBox form={form} className="grid gap-4">
            <input type="hidden" {...form.control('uri')} defaultValue={uri} />
            <FormField
              form={form}
              name="code"
              label={t('totp.first_code')}
              hint={t('totp.first_code_hint')}
            >
              {(control) => (
                <TextInput
                  {...control}
                  dir="ltr"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                />
              )}
            </FormField>
            <StepButtons label={t('totp.turn_on')} loading={form.isSubmitting} />
          </FormBox>
        </div>
      </div>
    </StepFrame>
  )
}

type QrImageProps = { size: number; path: string; label: string }

/** Dark on light in every theme, as QR readers expect. */
function QrImage({ size, path, label }: QrImageProps) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-52 flex-none rounded-md border border-line"
    >
      <path fill="white" d={`M0 0h${size}v${size}H0z`} />
      <path fill="black" d={path} />
    </svg>
  )
}

function SecretText({ uri, secret }: { uri: string; secret: string }) {
  const t = useTranslate()
  return (
    <div className="grid gap-2 text-md">
      <p className="text-ink-2">{t('totp.or_type')}</p>
      <p className="flex items-center gap-1">
        <code dir="ltr" className="inline-block text-md text-balance break-words select-all">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton
          text={() => secret}
          label={t('totp.copy_secret')}
          copiedLabel={t('code.copied')}
          className="noscript:hidden"
        />
      </p>
      <p>
        <TextLink href={uri}>{t('totp.open_app')}</TextLink>
      </p>
    </div>
  )
}

import type { ReactNode } from 'react'
import { securityPath } from '../../../../kernel/paths.ts'
import { FormField, type ContractForm } from '../../../../kernel/form.tsx'
import { PageMeta } from '../../../../kernel/page-meta.tsx'
import { useTranslate } from '../../../../kernel/visit-context.tsx'
import { Button, ButtonLink, type ButtonVariant } from '../../../../ui/button.tsx'
import { PasswordInput } from '../../../../ui/password-input.tsx'
import { PageHead } from '../../../../ui/section.tsx'

type StepFrameProps = { title: string; intro?: ReactNode; children: ReactNode }

export function StepFrame({ title, intro, children }: StepFrameProps) {
  return (
    <>
      <PageMeta title={title} noIndex />
      <PageHead title={title} />
      {intro && <p className="mt-3 max-w-measure leading-body text-ink-2">{intro}</p>}
      <div className="mt-6">{children}</div>
    </>
  )
}

/** Asked again, so that an unattended session cannot change the account's security. */
export function PasswordField<Name extends string>(props: { form: ContractForm<Name | 'pass'> }) {
  const t = useTranslate()
  return (
    <FormField form={props.form} name="pass" label={t('security.password')}>
      {(control) => (
        <PasswordInput
          {...control}
          autoComplete="current-password"
          showLabel={t('account.show_password')}
          hideLabel={t('account.hide_password')}
        />
      )}
    </FormField>
  )
}

type StepButtonsProps = { label: string; variant?: ButtonVariant; loading: boolean }

export function StepButtons({ label, variant = 'primary', loading }: StepButtonsProps) {
  const t = useTranslate()
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" variant={variant} loading={loading}>
        {label}
      </Button>
      <ButtonLink href={securityPath} variant="ghost">
        {t('security.cancel')}
      </ButtonLink>
    </div>
  )
}

import type { secondFactor } from '@stoa/contract/features/second-factor'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { PageMeta } from '../../../../kernel/page-meta.tsx'
import { useTranslate } from '../../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { PageHead, Section } from '../../../../ui/section.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { stepPath, type Done } from './security-steps.ts'

type SecondFactorState = ResponseOf<typeof secondFactor>

const doneMessages = {
  'app-off': 'totp.turned_off',
  passkey: 'passkey.added',
  'passkey-off': 'passkey.removed',
} as const satisfies Record<Done, string>

type SecurityOverviewProps = {
  state: SecondFactorState
  canUsePasskeys: boolean
  done: Done | null
}

export function SecurityOverview({ state, canUsePasskeys, done }: SecurityOverviewProps) {
  const t = useTranslate()
  return (
    <>
      <PageMeta title={t('settings.security')} noIndex />
      <PageHead title={t('settings.security')} />
      <div className="mt-4 grid gap-8">
        {done !== null && (
          <Notice tone="ok" live>
            {t(doneMessages[done])}
          </Notice>
        )}
        {state.is_required && <RequirementNotice state={state} />}
        <TotpSection state={state} />
        <PasskeySection state={state} canUse={canUsePasskeys} />
      </div>
    </>
  )
}

function RequirementNotice({ state }: { state: SecondFactorState }) {
  const t = useTranslate()
  const hasFactor = state.totp || state.passkeys.length > 0
  if (!hasFactor) return <Notice tone="warn">{t('security.required')}</Notice>
  if (!state.session_verified) return <Notice tone="warn">{t('security.required_log_in')}</Notice>
  return <Notice tone="info">{t('security.required_met')}</Notice>
}

function TotpSection({ state: { totp, recovery_codes_left: left } }: { state: SecondFactorState }) {
  const t = useTranslate()
  return (
    <Section title={t('totp.title')} aside={t(totp ? 'security.on' : 'security.off')}>
      <p className="max-w-measure leading-body text-ink-2">{t('totp.about')}</p>
      {totp && (
        <p className="mt-3 max-w-measure leading-body">
          {t('recovery_codes.left', { count: left })}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {totp ? (
          <>
            <ButtonLink href={stepPath('codes')}>{t('recovery_codes.renew')}</ButtonLink>
            <ButtonLink href={stepPath('app-off')} variant="ghost">
              {t('totp.turn_off')}
            </ButtonLink>
          </>
        ) : (
          <ButtonLink href={stepPath('app')} variant="primary">
            {t('totp.set_up')}
          </ButtonLink>
        )}
      </div>
    </Section>
  )
}

function PasskeySection({ state, canUse }: { state: SecondFactorState; canUse: boolean }) {
  const t = useTranslate()
  return (
    <Section title={t('passkey.title')}>
      <p className="max-w-measure leading-body text-ink-2">{t('passkey.about')}</p>
      {state.passkeys.length > 0 && <PasskeyList passkeys={state.passkeys} />}
      <div className="mt-4">
        {canUse ? (
          <ButtonLink href={stepPath('passkey')}>{t('passkey.add')}</ButtonLink>
        ) : (
          <p className="max-w-measure text-md text-ink-3">{t('passkey.needs_https')}</p>
        )}
      </div>
    </Section>
  )
}

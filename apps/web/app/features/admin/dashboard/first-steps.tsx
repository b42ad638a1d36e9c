import {
  type FirstStep,
  type listFirstSteps,
  setFirstStep,
} from '@stoa/contract/features/dashboard'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { CircleCheck, CircleDashed, X } from 'lucide-react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useHydrated } from '../../../kernel/hydration.ts'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { BackupHelp } from './backup-help.tsx'

type Step = ResponseOf<typeof listFirstSteps>[number]
type StepState = 'open' | 'dismissed' | 'confirmed'

const paths: Record<Exclude<FirstStep, 'backup'>, string> = {
  description: '/admin/general',
  logo: '/admin/branding',
  email: '/admin/smtp',
  tags: '/tags/create',
  people: '/admin/invitations',
}

/** Gone once everything is done or dismissed. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const t = useTranslate()
  const { number } = useFormats()
  const shown = steps.filter((step) => step.is_done || !step.is_dismissed)
  const done = shown.filter((step) => step.is_done).length
  if (done === shown.length) return null
  const next = shown.find((step) => !step.is_done)
  return (
    <Section
      title={t('first_steps.title')}
      aside={t('first_steps.done', { done: number(done), total: number(shown.length) })}
    >
      <ul>
        {shown.map((step) => (
          <StepRow key={step.name} step={step} isNext={step === next} />
        ))}
      </ul>
    </Section>
  )
}

function StepRow({ step: { name, is_done: isDone }, isNext }: { step: Step; isNext: boolean }) {
  const t = useTranslate()
  const isHydrated = useHydrated()
  const set = useStepState(name)
  const Icon = isDone ? CircleCheck : CircleDashed
  const title = t(`first_steps.${name}`)
  const variant = isNext ? 'primary' : 'secondary'
  return (
    <li className="border-b border-line py-2 last:border-0">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <Icon
          className={isDone ? 'icon text-lg text-ok' : 'icon text-lg text-ink-3'}
          aria-hidden="true"
        />
        <span className="min-w-40 flex-1 text-md">
          <b className="font-semibold">{title}</b>{' '}
          <span className="text-ink-3">
            {isDone ? t('first_steps.is_done') : t(`first_steps.${name}_text`)}
          </span>
        </span>
        {!isDone && (
          <div className="flex items-center gap-1">
            {name === 'backup' ? (
              <Button variant={variant} disabled={!isHydrated} onClick={() => set('confirmed')}>
                {t('first_steps.backup_do')}
              </Button>
            ) : (
              <ButtonLink href={paths[name]} variant={variant}>
                {t(`first_steps.${name}_do`)}
              </ButtonLink>
            )}
            <IconButton
              label={t('first_steps.dismiss', { step: title })}
              icon={<X className="icon" aria-hidden="true" />}
              disabled={!isHydrated}
              onClick={() => set('dismissed')}
            />
          </div>
        )}
      </div>
      {name === 'backup' && !isDone && <BackupHelp />}
    </li>
  )
}

/** Says what was done, and offers to undo it. */
function useStepState(name: FirstStep) {
  const t = useTranslate()
  const toast = useToast()
  const { run } = useMutation({
    send: (call, state: StepState) => call(setFirstStep, { name, state }),
    revalidates: true,
  })
  return async (state: StepState) => {
    const { ok } = await run(state)
    if (!ok || state === 'open') return
    const text = t(state === 'dismissed' ? 'first_steps.dismissed' : 'first_steps.confirmed')
    toast({
      text,
      tone: 'ok',
      action: { label: t('delete.undo'), onSelect: () => void run('open') },
    })
  }
}

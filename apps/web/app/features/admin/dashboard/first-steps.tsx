import type { FirstStep, listFirstSteps } from '@stoa/contract/features/dashboard'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'

type Steps = ResponseOf<typeof listFirstSteps>

const paths: Record<FirstStep, string> = {
  description: '/admin/general',
  logo: '/admin/branding',
  email: '/admin/smtp',
  tags: '/tags/create',
  people: '/admin/users',
}

/** Gone once everything is done. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const t = useTranslate()
  const { number } = useFormats()
  const done = steps.filter((step) => step.is_done).length
  if (done === steps.length) return null
  const next = steps.find((step) => !step.is_done)
  return (
    <Section
      title={t('first_steps.title')}
      aside={t('first_steps.done', { done: number(done), total: number(steps.length) })}
    >
      <ul>
        {steps.map(({ name, is_done: isDone }) => {
          const Icon = isDone ? CircleCheck : CircleDashed
          return (
            <li
              key={name}
              className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0"
            >
              <Icon
                className={isDone ? 'icon text-lg text-ok' : 'icon text-lg text-ink-3'}
                aria-hidden="true"
              />
              <span className="min-w-0 flex-1 text-md">
                <b className="font-semibold">{t(`first_steps.${name}`)}</b>{' '}
                <span className="text-ink-3">
                  {isDone ? t('first_steps.is_done') : t(`first_steps.${name}_text`)}
                </span>
              </span>
              {!isDone && (
                <ButtonLink
                  href={paths[name]}
                  variant={name === next?.name ? 'primary' : 'secondary'}
                >
                  {t(`first_steps.${name}_do`)}
                </ButtonLink>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

import { useTranslate } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Section } from '../../../ui/section.tsx'

const askSteps = [
  ['ask.advice_1', 'ask.advice_1_text'],
  ['ask.advice_2', 'ask.advice_2_text'],
  ['ask.advice_3', 'ask.advice_3_text'],
  ['ask.advice_4', 'ask.advice_4_text'],
] as const

const editSteps = [
  ['edit.advice_1', 'edit.advice_1_text'],
  ['edit.advice_2', 'edit.advice_2_text'],
  ['edit.advice_3', 'edit.advice_3_text'],
] as const

/** The advice for the focused field. */
export const stepByField: Partial<Record<string, number>> = { title: 1, content: 2, tags: 3 }

export function AskAdvice({ step }: { step: number }) {
  const t = useTranslate()
  const steps = askSteps.map(([title, text]) => ({ title: t(title), text: t(text) }))
  return <Advice title={t('ask.advice_title')} steps={steps} current={step} />
}

export function EditAdvice() {
  const t = useTranslate()
  const steps = editSteps.map(([title, text]) => ({ title: t(title), text: t(text) }))
  return <Advice title={t('edit.advice_title')} steps={steps} current={0} />
}

type AdviceProps = {
  title: string
  steps: { title: string; text: string }[]
  /** From 1; 0 for none. */
  current: number
}

function Advice({ title: heading, steps, current }: AdviceProps) {
  return (
    <Section title={heading} size="sm">
      <ol>
        {steps.map(({ title, text }, index) => {
          const number = index + 1
          const isCurrent = number === current
          return (
            <li
              key={number}
              aria-current={isCurrent ? 'step' : undefined}
              className="relative grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 border-b border-line py-3 text-sm leading-[1.5] last:border-0"
            >
              {isCurrent && (
                <span className="absolute inset-y-3 -start-4 border-s-2 border-accent-ink" />
              )}
              <span
                className={classNames(
                  'font-serif text-lg leading-[1.15]',
                  isCurrent ? 'text-accent-ink' : 'text-ink-3',
                )}
                aria-hidden="true"
              >
                {number}
              </span>
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="text-ink-2">{text}</p>
              </div>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

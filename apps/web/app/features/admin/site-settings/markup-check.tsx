import type { ResponseOf } from '@stoa/contract/endpoint'
import { previewCustomMarkup } from '@stoa/contract/features/settings-previews'
import { customMarkupPage, findSettingField } from '@stoa/contract/settings/pages'
import { customMarkupSettings } from '@stoa/contract/settings/site'
import { useId, type ReactNode } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { InlineButton } from '../../../ui/text-button.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { settingLabel } from './setting-text.ts'
import { usePreview } from './use-preview.ts'
import { focusSetting, type SettingDraft } from './use-settings-draft.ts'

type Problem = ResponseOf<typeof previewCustomMarkup>['list'][number]

const safePath = `/admin/${customMarkupPage.name}?safe_mode`

/** What will not work of the custom markup in the form, and how to get out of markup that hides too much. */
export function MarkupCheck({ drafts }: { drafts: readonly SettingDraft[] }) {
  const t = useTranslate()
  const markup = Object.fromEntries(drafts.map(({ field, value }) => [field.name, String(value)]))
  const isChecked =
    Object.values(markup).some((text) => text.trim() !== '') &&
    drafts.every(({ error }) => error === null)
  const { response, hasFailed, isLoading } = usePreview(
    previewCustomMarkup,
    isChecked ? markup : null,
  )
  return (
    <div className="mt-8">
      <Section title={t('markup_check.title')}>
        <p className="max-w-measure pt-2 text-sm text-ink-3">{t('markup_check.hint')}</p>
        <div role="status" aria-busy={isLoading} className="pt-2 text-md">
          {hasFailed && t('settings_preview.failed')}
          {response === null && isLoading && t('markup_check.loading')}
          {response?.count === 0 && t('markup_check.none')}
          {response !== null && response.count > 0 && (
            <Problems problems={response.list} count={response.count} />
          )}
        </div>
        <p className="max-w-measure pt-4 text-sm text-ink-3">
          {t.rich<ReactNode>('markup_check.safe_mode', {
            link: (chunks: ReactNode[]) => (
              // In another tab, because markup is turned off when a page is loaded.
              <TextLink key="link" href={safePath} target="_blank">
                {chunks}
              </TextLink>
            ),
            code: (
              <code key="code" dir="ltr">
                ?safe_mode
              </code>
            ),
          })}
        </p>
      </Section>
    </div>
  )
}

function Problems({ problems, count }: { problems: readonly Problem[]; count: number }) {
  const t = useTranslate()
  const id = useId()
  const more = count - problems.length
  return (
    <>
      <p id={id}>{t('markup_check.count', { count })}</p>
      <ul aria-labelledby={id} className="max-w-[44rem]">
        {problems.map((problem, index) => (
          <ProblemRow key={index} problem={problem} />
        ))}
      </ul>
      {more > 0 && (
        <p className="pt-1 text-sm text-ink-3">{t('markup_check.more', { count: more })}</p>
      )}
    </>
  )
}

function ProblemRow({ problem: { field: name, problem, line, excerpt } }: { problem: Problem }) {
  const t = useTranslate()
  const field = findSettingField(customMarkupSettings.name, name)
  if (field === undefined) return null
  const setting = settingLabel(t, field)
  return (
    <li className="grid gap-0.5 border-b border-line py-2.5 text-sm last:border-0">
      <span className="flex flex-wrap items-baseline gap-x-3">
        <InlineButton tone="link" onClick={() => focusSetting(field)}>
          {line === null ? setting : t('markup_check.place', { setting, line })}
        </InlineButton>
        <code dir="ltr" className="min-w-0 text-xs break-all text-ink-2">
          {excerpt}
        </code>
      </span>
      <span className="text-ink-3">{t(`markup_problem.${problem}`)}</span>
    </li>
  )
}

import type { SettingChange } from '@stoa/contract/features/site-settings'
import { findSettingField } from '@stoa/contract/settings/pages'
import type { Page } from '@stoa/contract/paging'
import type { ReactNode } from 'react'
import { RelativeTime } from '../../../kernel/formats.tsx'
import { PageLinks } from '../../../kernel/page-links.tsx'
import { userPath } from '../../../kernel/paths.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { describeSetting, settingLabel } from './setting-text.ts'

export const historyPageSize = 20

type Props = {
  changes: Page<SettingChange>
  page: number
  onRestore: (id: string) => void
}

export function SettingsHistory({ changes: { list, count }, page, onRestore }: Props) {
  const t = useTranslate()
  if (list.length === 0)
    return (
      <EmptyState title={t('settings_history.empty')}>
        {t('settings_history.empty_text')}
      </EmptyState>
    )
  return (
    <>
      <ol className="mt-4 border-t border-line">
        {list.map((change) => (
          <Change key={change.id} change={change} onRestore={onRestore} />
        ))}
      </ol>
      <PageLinks
        page={page}
        pages={Math.ceil(count / historyPageSize)}
        hrefFor={(number) => `?history=${number}`}
      />
    </>
  )
}

function Change({ change, onRestore }: { change: SettingChange; onRestore: (id: string) => void }) {
  const t = useTranslate()
  const field = findSettingField(change.group, change.name)
  // The rendered text changes with its original.
  if (field === undefined) return null
  const describe = (value: unknown) => describeSetting(t, field, value ?? field.default)
  const label = settingLabel(t, field)
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="text-md font-semibold">{label}</p>
        <p className="text-md break-words text-ink-2">
          {change.is_secret ? (
            t('settings_history.secret')
          ) : (
            <>
              <del className="text-ink-3">
                <bdi>{describe(change.before)}</bdi>
              </del>{' '}
              <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
                →
              </span>{' '}
              <ins className="no-underline">
                <bdi>{describe(change.after)}</bdi>
              </ins>
            </>
          )}
        </p>
        <p className="text-sm text-ink-3">
          <Author change={change} /> · <RelativeTime at={change.created_at} />
        </p>
      </div>
      {!change.is_secret && (
        <TextButton
          aria-label={t('settings_history.restore_setting', { setting: label })}
          onClick={() => onRestore(change.id)}
          className="self-center justify-self-start max-md:-ms-2"
        >
          {t('settings_history.restore')}
        </TextButton>
      )}
    </li>
  )
}

function Author({ change: { user_info: user } }: { change: SettingChange }): ReactNode {
  const t = useTranslate()
  if (user === null) return t('settings_history.by_site')
  if (user.username === '') return <bdi>{user.display_name}</bdi>
  return (
    <TextLink href={userPath(user.username)}>
      <bdi>{user.display_name}</bdi>
    </TextLink>
  )
}

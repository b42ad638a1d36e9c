import { previewPrivileges } from '@stoa/contract/features/settings-previews'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { settingKey } from '@stoa/contract/settings/fields'
import type { MessageKey } from '@stoa/locales/messages'
import { privileges } from '@stoa/contract/settings/people'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { requiredBy } from './privileges-control.tsx'
import type { SettingPreviewProps } from './control-props.ts'
import { usePreview } from './use-preview.ts'
import type { SettingDraft } from './use-settings-draft.ts'

type Change = ResponseOf<typeof previewPrivileges>[number]

/** How many users would gain or lose each privilege. */
export function PrivilegesPreview({ drafts }: SettingPreviewProps) {
  const t = useTranslate()
  const isDirty = drafts.some((draft) => draft.isDirty && draft.error === null)
  const input = isDirty ? { values: toValues(drafts) } : null
  const { response, hasFailed, isLoading } = usePreview(previewPrivileges, input)
  if (!isDirty) return null
  return (
    <section aria-labelledby="privileges-preview" className="mt-3 max-w-[44rem]">
      <h3 id="privileges-preview" className="text-md font-semibold">
        {t('privileges_preview.title')}
      </h3>
      <div role="status" aria-busy={isLoading} className="text-sm text-ink-3">
        {hasFailed && t('settings_preview.failed')}
        {response === null && isLoading && t('settings_preview.loading')}
        {response !== null && response.length === 0 && t('privileges_preview.none')}
        {response !== null && response.length > 0 && (
          <ul>
            {response.map((change) => (
              <ChangeRow key={change.key} change={change} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function ChangeRow({ change }: { change: Change }) {
  const t = useTranslate()
  const { number } = useFormats()
  const { key, reputation_before: before, reputation_after: after } = change
  const isGain = after < before
  const count = isGain ? change.gaining_count : change.losing_count
  const kind = isGain ? 'gain' : 'lose'
  const text = change.is_capped
    ? t(`privileges_preview.${kind}_many`, { number: number(count) })
    : t(`privileges_preview.${kind}`, { count })
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b border-line py-1.5 last:border-0">
      <span className="min-w-48 flex-1 text-ink-2">
        {t(`privilege.${key.replace('.', '_')}` as MessageKey)}
      </span>
      <span className="numeral">
        {t('privileges_preview.reputation', { before: number(before), after: number(after) })}
      </span>
      <span className="min-w-36 text-end">
        {count === 0 ? (
          t('privileges_preview.nobody')
        ) : (
          <TextLink href={toUsersPath(before, after)}>{text}</TextLink>
        )}
      </span>
    </li>
  )
}

/** The users whose reputation lies between the two. */
function toUsersPath(before: number, after: number) {
  const [min, max] = [Math.min(before, after), Math.max(before, after) - 1]
  return `/admin/users?reputation_min=${min}&reputation_max=${max}`
}

function toValues(drafts: readonly SettingDraft[]) {
  const valueOf = (key: string) => drafts.find(({ field }) => settingKey(field) === key)?.value
  const level = Number(valueOf('privileges.level'))
  const custom = valueOf('privileges.custom') as Record<string, number>
  return privileges.map((name) => `${name}:${requiredBy(level, custom, name)}`).join(',')
}

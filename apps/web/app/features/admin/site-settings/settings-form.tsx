import type { SettingState } from '@stoa/contract/features/site-settings'
import { settingKey } from '@stoa/contract/settings/fields'
import type { SettingsPage } from '@stoa/contract/settings/pages'
import { useHydrated } from '../../../kernel/hydration.ts'
import { LeaveDialog } from '../../../kernel/unsaved-changes.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { SettingsSaveBar } from './save-bar.tsx'
import { SettingControl } from './setting-control.tsx'
import { SettingPreview } from './setting-preview.tsx'
import { SettingRow } from './setting-row.tsx'
import { settingsSectionTitle } from './setting-text.ts'
import { MailCheck } from './mail-check.tsx'
import { MarkupCheck } from './markup-check.tsx'
import { MarkupPreview } from './markup-preview.tsx'
import type { useSettingsDraft } from './use-settings-draft.ts'

type Props = {
  page: SettingsPage
  draft: ReturnType<typeof useSettingsDraft>
  zones: readonly string[]
}

export function SettingsForm({ page, draft, zones }: Props) {
  const t = useTranslate()
  const isHydrated = useHydrated()
  const { drafts, dirty } = draft
  const errors = drafts.filter(({ error }) => error !== null)
  const levelDraft = drafts.find(({ field }) => settingKey(field) === 'privileges.level')
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!draft.isSaving) void draft.save()
        }}
      >
        <LeaveDialog isChanged={dirty.length > 0} />
        {/* Values would be lost that are typed before hydration. */}
        <div inert={!isHydrated} className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-6">
          {page.sections.map(({ name, fields }) => (
            <Section key={name} title={settingsSectionTitle(t, page.name, name)}>
              {drafts
                .filter((row) => fields.includes(row.field))
                .map((row) => (
                  <SettingRow
                    key={settingKey(row.field)}
                    draft={row}
                    onUndo={() => draft.discard([row.field])}
                    onReset={() => draft.reset(row)}
                  >
                    <SettingControl
                      draft={row}
                      onChange={(input) => draft.set(row.field, input)}
                      zones={zones}
                      level={Number(levelDraft?.value ?? 0)}
                      onLevel={(level) => levelDraft && draft.set(levelDraft.field, String(level))}
                    />
                    <SettingPreview draft={row} drafts={drafts} />
                  </SettingRow>
                ))}
            </Section>
          ))}
        </div>
        {page.name === 'smtp' && <MailCheck dirty={dirty} />}
        {page.name === 'css-html' && <MarkupCheck drafts={drafts} />}
        {dirty.length > 0 && (
          <SettingsSaveBar
            dirty={dirty}
            errors={errors}
            isSaving={draft.isSaving}
            onDiscard={() => draft.discard(dirty.map(({ field }) => field))}
          />
        )}
        <noscript>{t('settings_form.needs_scripts')}</noscript>
      </form>
      {page.name === 'css-html' && <MarkupPreview drafts={drafts} />}
    </>
  )
}

/** The newest change of the page, for its head. */
export function findLastChange(states: readonly SettingState[]) {
  return states
    .filter(({ changed_at }) => changed_at !== null)
    .toSorted((a, b) => (b.changed_at ?? 0) - (a.changed_at ?? 0))[0]
}

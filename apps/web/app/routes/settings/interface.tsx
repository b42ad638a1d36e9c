import { currentUser } from '@stoa/contract/features/accounts'
import { updateInterface } from '@stoa/contract/features/profile-settings'
import { defaultLanguage, ignoredTagModes } from '@stoa/contract/features/users'
import { isLocale, languages } from '@stoa/locales/languages'
import { data } from 'react-router'
import { interfaceForm } from '../../features/community/profiles/settings-forms.ts'
import { TimeZoneSelect } from '../../features/community/profiles/time-zone-select.tsx'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { rejectForm, readForm, respondSaved } from '../../kernel/form.server.ts'
import { FormBox, FormField, toRejectedForm, useContractForm } from '../../kernel/form.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import {
  expiredPreferenceCookie,
  preferenceCookie,
  localeCookie,
  isTheme,
  shortcutsCookie,
  shortcutsOff,
  themeCookie,
} from '../../kernel/preferences.ts'
import { SavedMessage, useSaved } from '../../kernel/saved-message.tsx'
import { UnsavedChanges } from '../../kernel/unsaved-changes.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { PageHead } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Route } from './+types/interface.ts'

export async function loader(args: Route.LoaderArgs) {
  const user = await apiFrom(args).call(currentUser, {})
  if (user === null) throw data(null, { status: 401 })
  const { language, color_scheme, time_zone, ignored_tags, shows_writing } = user
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  return { language, color_scheme, time_zone, ignored_tags, shows_writing, zones }
}

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, interfaceForm)
  const result = await submit(args, updateInterface, interfaceForm.toInput(values))
  if (!result.ok) return rejectForm(interfaceForm, values, result)
  // Also for this browser, so that it applies after logging out.
  const { language, color_scheme: theme } = values
  const headers = new Headers()
  const setPreference = (name: string, value: string, isChosen: boolean) =>
    headers.append(
      'set-cookie',
      isChosen ? preferenceCookie(name, value) : expiredPreferenceCookie(name),
    )
  setPreference(localeCookie, language, isLocale(language))
  setPreference(themeCookie, theme, isTheme(theme))
  setPreference(shortcutsCookie, shortcutsOff, values.shortcuts !== 'on')
  return respondSaved(args, {}, headers)
}

const schemes = ['default', 'system', 'light', 'dark'] as const

export default function InterfaceSettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const { hasShortcuts } = useVisit()
  const saved = useSaved(actionData)
  const rejected = toRejectedForm(actionData)
  const form = useContractForm(interfaceForm, rejected)
  return (
    <>
      <PageMeta title={t('settings.interface')} noIndex />
      <PageHead title={t('settings.interface')} />
      <FormBox form={form} className="mt-6 grid max-w-[34rem] gap-6">
        <SavedMessage saved={saved} />
        <UnsavedChanges saved={saved} />
        <FormField form={form} name="language" label={t('interface.language')} optional>
          {({ defaultValue = loaderData.language, ...control }) => (
            <Select
              {...control}
              defaultValue={defaultValue}
              options={[
                { value: defaultLanguage, label: t('interface.language_default') },
                ...languages.map(({ locale, name }) => ({ value: locale, label: name })),
              ]}
            />
          )}
        </FormField>
        <RadioGroup
          legend={t('interface.theme')}
          name="color_scheme"
          defaultValue={rejected?.values.color_scheme ?? loaderData.color_scheme}
          options={schemes.map((value) => ({
            value,
            label: value === 'default' ? t('interface.theme_default') : t(`theme.${value}`),
          }))}
        />
        <FormField form={form} name="time_zone" label={t('interface.time_zone')} optional>
          {({ defaultValue = loaderData.time_zone, ...control }) => (
            <TimeZoneSelect
              control={{ ...control, defaultValue }}
              zones={loaderData.zones}
              onChoose={(zone) => form.setValue('time_zone', zone)}
            />
          )}
        </FormField>
        <RadioGroup
          legend={t('interface.ignored_tags')}
          name="ignored_tags"
          defaultValue={rejected?.values.ignored_tags ?? loaderData.ignored_tags}
          options={ignoredTagModes.map((value) => ({
            value,
            label: t(`interface.ignored_tags.${value}`),
          }))}
        />
        <Switch
          name="shortcuts"
          label={t('interface.shortcuts')}
          hint={t('interface.shortcuts_hint')}
          defaultChecked={
            rejected === undefined ? hasShortcuts : rejected.values.shortcuts === 'on'
          }
        />
        <Switch
          name="shows_writing"
          label={t('interface.shows_writing')}
          hint={t('interface.shows_writing_hint')}
          defaultChecked={
            rejected === undefined
              ? loaderData.shows_writing
              : rejected.values.shows_writing === 'on'
          }
        />
        <div>
          <Button type="submit" variant="primary" loading={form.isSubmitting}>
            {t('form.save')}
          </Button>
        </div>
      </FormBox>
    </>
  )
}

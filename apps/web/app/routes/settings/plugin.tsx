import { getUserPluginConfig, setUserPluginConfig } from '@stoa/contract/features/plugins'
import { useState } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { TagSearchPicker } from '../../features/content/tags/tag-search-picker.tsx'
import { findPluginFieldErrors } from '../../features/site/plugin-fields/plugin-field-errors.ts'
import { pluginFieldId, PluginFields } from '../../features/site/plugin-fields/plugin-fields.tsx'
import { readPluginValues } from '../../features/site/plugin-fields/plugin-form.server.ts'
import { isPluginSlug } from '../../features/site/plugin-fields/plugin-slug.ts'
import { storedPluginValues } from '../../features/site/plugin-fields/plugin-values.ts'
import { apiFrom, submit } from '../../kernel/api.server.ts'
import { FormMessage } from '../../kernel/form-message.tsx'
import { respondSaved } from '../../kernel/form.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { SavedMessage, useSaved } from '../../kernel/saved-message.tsx'
import { UnsavedChanges } from '../../kernel/unsaved-changes.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../../ui/section.tsx'
import type { Route } from './+types/plugin.ts'

export async function loader(args: Route.LoaderArgs) {
  const { slug_name: plugin_slug_name } = args.params
  if (!isPluginSlug(plugin_slug_name)) throw data(null, { status: 404 })
  const config = await apiFrom(args).call(getUserPluginConfig, { plugin_slug_name })
  const needsZones = config.config_fields.some(({ type }) => type === 'timezone')
  return { config, zones: needsZones ? Intl.supportedValuesOf('timeZone') : [] }
}

export async function action(args: Route.ActionArgs) {
  const { slug_name: plugin_slug_name } = args.params
  const config = await apiFrom(args).call(getUserPluginConfig, { plugin_slug_name })
  const values = readPluginValues(await args.request.formData(), config.config_fields)
  const result = await submit(args, setUserPluginConfig, {
    plugin_slug_name,
    config_fields: values,
  })
  if (result.ok) return respondSaved(args, {})
  const secret = new Set(
    config.config_fields.filter((field) => field.secret).map(({ name }) => name),
  )
  const shown = Object.entries(values).filter(([name]) => !secret.has(name))
  return data(
    { problem: result.problem, values: Object.fromEntries(shown) },
    { status: result.status },
  )
}

export default function PluginSettings(props: Route.ComponentProps) {
  // Two plugins share this screen, and must not share what is typed.
  return <SettingsOfPlugin key={props.loaderData.config.slug_name} {...props} />
}

function SettingsOfPlugin({ loaderData, actionData }: Route.ComponentProps) {
  const { config, zones } = loaderData
  const { config_fields: fields } = config
  const t = useTranslate()
  const navigation = useNavigation()
  const saved = useSaved(actionData)
  const rejected = actionData !== undefined && 'problem' in actionData ? actionData : null
  const [values, setValues] = useState(() => ({
    ...storedPluginValues(fields),
    ...rejected?.values,
  }))
  const [found, setFound] = useState<Record<string, string> | null>(null)
  return (
    <>
      <PageMeta title={config.name} noIndex />
      <PageHead title={config.name} />
      <p className="mt-1 max-w-measure text-sm text-ink-3">{config.description}</p>
      <Form
        method="post"
        noValidate
        className="mt-6 grid max-w-[34rem] gap-6"
        onSubmit={(event) => {
          const errors = findPluginFieldErrors(t, fields, values)
          setFound(errors)
          const [first] = Object.keys(errors)
          if (first === undefined) return setFound(null)
          event.preventDefault()
          document.getElementById(pluginFieldId(first))?.focus()
        }}
      >
        <FormMessage message={rejected?.problem.message ?? null} isLate={false} />
        <SavedMessage saved={saved} />
        <UnsavedChanges saved={saved} />
        <PluginFields
          fields={fields}
          values={values}
          errors={found ?? rejected?.problem.fields ?? {}}
          onChange={setValues}
          zones={zones}
          renderTags={(tags) => <TagSearchPicker {...tags} />}
          uploadSource="post"
        />
        <div>
          <Button type="submit" variant="primary" loading={navigation.state === 'submitting'}>
            {t('form.save')}
          </Button>
        </div>
      </Form>
    </>
  )
}

import type { PluginField, PluginValue } from '@stoa/contract/plugin-fields'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FieldAttributesProvider, FieldError } from '../../../ui/field.tsx'
import { BareSwitch } from '../../../ui/switch.tsx'
import { InlineButton } from '../../../ui/text-button.tsx'
import { TagSearchPicker } from '../../content/tags/tag-search-picker.tsx'
import { PluginChoice } from '../../site/plugin-fields/plugin-choice.tsx'
import { PluginControl } from '../../site/plugin-fields/plugin-control.tsx'
import { pluginFieldId } from '../../site/plugin-fields/plugin-fields.tsx'

type PluginSettingRowProps = {
  field: PluginField
  value: PluginValue
  error: string | undefined
  isDirty: boolean
  zones: readonly string[]
  onChange: (value: PluginValue) => void
  onUndo: () => void
}

const DIRTY =
  'before:absolute before:inset-y-[0.9375rem] before:-start-5 before:w-(--rule) before:bg-accent-ink max-md:before:-start-page max-md:before:w-[3px]'

const choices: ReadonlySet<PluginField['type']> = new Set(['radio', 'checkbox'])

/** Words at the start, the control at the end, as in the settings of the site. */
export function PluginSettingRow(props: PluginSettingRowProps) {
  const t = useTranslate()
  const { field, error, isDirty, onUndo } = props
  const id = pluginFieldId(field.name)
  const isChoice = choices.has(field.type)
  return (
    <div
      className={classNames(
        'relative grid scroll-mt-24 grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-2 border-b border-line py-[0.9375rem] last:border-0',
        'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
        isDirty && DIRTY,
      )}
    >
      <div>
        {isChoice ? (
          <p className="text-md font-semibold">{field.title}</p>
        ) : (
          <label htmlFor={id} className="text-md font-semibold">
            {field.title}
          </label>
        )}
        {field.description !== '' && (
          <p id={`${id}-hint`} className="mt-0.5 text-sm leading-body text-pretty text-ink-3">
            {field.description}
          </p>
        )}
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5">
        <Control {...props} id={id} />
        {error !== undefined && !isChoice && <FieldError id={`${id}-error`}>{error}</FieldError>}
        {isDirty && (
          <p className="flex flex-wrap items-center gap-x-2 text-sm">
            <span className="font-medium text-accent-ink">{t('settings_form.not_saved')}</span>
            <InlineButton
              label={t('settings_form.undo_setting', { setting: field.title })}
              onClick={onUndo}
            >
              {t('settings_form.undo')}
            </InlineButton>
          </p>
        )}
      </div>
    </div>
  )
}

function Control({
  field,
  value,
  error,
  zones,
  id,
  onChange,
}: PluginSettingRowProps & { id: string }) {
  const t = useTranslate()
  if (choices.has(field.type))
    return (
      <PluginChoice
        hideLegend
        field={field}
        value={value}
        id={id}
        error={error}
        onChange={onChange}
      />
    )
  const describedBy = [
    field.description !== '' && `${id}-hint`,
    error !== undefined && `${id}-error`,
  ]
  const attributes = {
    id,
    'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error === undefined ? undefined : (true as const),
    'aria-required': field.required || undefined,
  }
  if (field.type === 'switch')
    return (
      <label className="flex min-h-[max(1.75rem,var(--target))] w-fit items-center gap-2.5 text-md">
        <BareSwitch
          {...attributes}
          name={field.name}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span aria-hidden="true">{t(value === true ? 'plugins.on' : 'plugins.off')}</span>
      </label>
    )
  return (
    <FieldAttributesProvider attributes={attributes}>
      <PluginControl
        field={field}
        value={value}
        id={id}
        zones={zones}
        uploadSource="branding"
        renderTags={(tags) => <TagSearchPicker {...tags} />}
        onChange={onChange}
      />
    </FieldAttributesProvider>
  )
}

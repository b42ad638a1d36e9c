import { Lock } from 'lucide-react'
import type { SettingControl, SettingField } from '@stoa/contract/settings/fields'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FieldError } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import {
  describeSetting,
  settingChangeWarning,
  settingHelp,
  settingLabel,
  settingWarning,
} from './setting-text.ts'
import { controlId, type SettingDraft } from './use-settings-draft.ts'
import { InlineButton } from '../../../ui/text-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

type SettingRowProps = {
  draft: SettingDraft
  onUndo: () => void
  onReset: () => void
  children: ReactNode
}

const MARK =
  'before:absolute before:inset-y-[0.9375rem] before:-start-5 before:w-(--rule) max-md:before:-start-page max-md:before:w-[3px]'

/** These need the whole width, below their words. */
const wideControls: ReadonlySet<SettingControl> = new Set(['code', 'privileges'])

/** Words at the start, the control at the end. A column at the side says what is changed or not saved. */
export function SettingRow({ draft, onUndo, onReset, children }: SettingRowProps) {
  const t = useTranslate()
  const { hash } = useLocation()
  const { field, state, isDirty, value, error } = draft
  const id = controlId(field)
  const isFound = hash === `#${id}-row`
  const isChanged = state.is_changed && state.locked_by === null
  return (
    <div
      id={`${id}-row`}
      className={classNames(
        'relative grid scroll-mt-24 gap-x-8 gap-y-2 border-b border-line py-[0.9375rem] last:border-0',
        !wideControls.has(field.control) &&
          'lg:grid-cols-[minmax(0,23rem)_minmax(0,24rem)] lg:justify-between',
        isDirty ? `${MARK} before:bg-accent-ink` : isChanged && `${MARK} before:bg-line-control`,
        isFound && 'bg-accent-tint outline-4 outline-accent-tint',
      )}
    >
      <div>
        <div className="flex flex-wrap items-baseline gap-x-2">
          <label htmlFor={id} className="text-md font-semibold">
            {settingLabel(t, field)}
          </label>
          <span className="text-xs text-ink-3">
            <span className="sr-only">{t('settings_form.noticed_by')} </span>
            {t(`settings_audience.${field.audience}`)}
          </span>
        </div>
        <p id={`${id}-help`} className="mt-0.5 text-sm leading-body text-pretty text-ink-3">
          {settingHelp(t, field)}
        </p>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5">
        {children}
        {error !== null && <FieldError id={`${id}-error`}>{error}</FieldError>}
        {isDirty && field.explainsOff === true && value === false && (
          <Notice tone="warn" live>
            {settingWarning(t, field)}
          </Notice>
        )}
        {isDirty && field.explainsChange === true && (
          <Notice tone="warn" live>
            {settingChangeWarning(t, field)}
          </Notice>
        )}
        <SettingMark draft={draft} onUndo={onUndo} onReset={onReset} />
      </div>
    </div>
  )
}

function SettingMark({ draft, onUndo, onReset }: Omit<SettingRowProps, 'children'>) {
  const t = useTranslate()
  const { field, state, isDirty } = draft
  if (state.locked_by !== null)
    return (
      <p className="text-sm text-ink-3">
        {t.rich<ReactNode>('settings_form.locked', {
          variable: (
            <code key="variable" dir="ltr" className="rounded-sm bg-wash-2 px-1 text-xs break-all">
              {state.locked_by}
            </code>
          ),
        })}
      </p>
    )
  if (isDirty)
    return (
      <MarkLine
        label={<span className="font-medium text-accent-ink">{t('settings_form.not_saved')}</span>}
        text={t('settings_form.was', { value: describeSetting(t, field, state.value) })}
        button={t('settings_form.undo')}
        buttonLabel={t('settings_form.undo_setting', { setting: settingLabel(t, field) })}
        onClick={onUndo}
      />
    )
  if (!state.is_changed) return null
  return (
    <MarkLine
      label={<b className="font-medium text-ink-2">{t('settings_form.changed')}</b>}
      text={t('settings_form.default', { value: describeSetting(t, field, state.default_value) })}
      button={t('settings_form.reset')}
      buttonLabel={t('settings_form.reset_setting', { setting: settingLabel(t, field) })}
      onClick={onReset}
    />
  )
}

type MarkLineProps = {
  label: ReactNode
  text: string
  button: string
  buttonLabel: string
  onClick: () => void
}

function MarkLine({ label, text, button, buttonLabel, onClick }: MarkLineProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
      {label}
      <bdi className="min-w-0 break-words">{text}</bdi>
      <InlineButton label={buttonLabel} onClick={onClick}>
        {button}
      </InlineButton>
    </p>
  )
}

/** Dashed, because it can be changed on the server only. */
export function LockedSetting({ field, text }: { field: SettingField; text: string }) {
  return (
    <div className="relative">
      <TextInput
        id={controlId(field)}
        readOnly
        value={text}
        dir={field.isLtr === true ? 'ltr' : 'auto'}
        className="border-dashed! bg-wash! ps-9! text-ink-2"
      />
      <Lock
        className="icon absolute inset-y-0 start-3 my-auto text-md text-ink-3"
        aria-hidden="true"
      />
    </div>
  )
}

import { controlId, type SettingDraft } from './use-settings-draft.ts'

export type ControlProps = {
  draft: SettingDraft
  onChange: (input: unknown) => void
}

export type SettingPreviewProps = {
  draft: SettingDraft
  /** All settings of the page. */
  drafts: readonly SettingDraft[]
}

export function attributesOf({ field, error }: SettingDraft) {
  const id = controlId(field)
  return {
    id,
    name: field.name,
    'aria-describedby': error === null ? `${id}-help` : `${id}-help ${id}-error`,
    'aria-invalid': error === null ? undefined : (true as const),
  }
}

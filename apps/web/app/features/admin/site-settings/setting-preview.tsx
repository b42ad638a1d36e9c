import { settingKey } from '@stoa/contract/settings/fields'
import type { ComponentType } from 'react'
import type { SettingPreviewProps } from './control-props.ts'
import { PermalinkPreview } from './permalink-preview.tsx'
import { PrivilegesPreview } from './privileges-preview.tsx'

const previews: Readonly<Record<string, ComponentType<SettingPreviewProps>>> = {
  'seo.permalink': PermalinkPreview,
  'privileges.custom': PrivilegesPreview,
}

/** What saving the draft would change. */
export function SettingPreview(props: SettingPreviewProps) {
  const Preview = previews[settingKey(props.draft.field)]
  return Preview === undefined ? null : <Preview {...props} />
}

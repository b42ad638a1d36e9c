import { settingKey } from '@stoa/contract/settings/fields'
import type { ComponentType } from 'react'
import type { SettingPreviewProps } from './control-props.ts'
import { LegalPreview } from './legal-preview.tsx'
import { PermalinkPreview } from './permalink-preview.tsx'
import { PrivilegesPreview } from './privileges-preview.tsx'

const previews: Readonly<Record<string, ComponentType<SettingPreviewProps>>> = {
  'seo.permalink': PermalinkPreview,
  'privileges.custom': PrivilegesPreview,
  'legal.terms_of_service_original_text': LegalPreview,
  'legal.privacy_policy_original_text': LegalPreview,
}

/** What saving the draft would change. */
export function SettingPreview(props: SettingPreviewProps) {
  const Preview = previews[settingKey(props.draft.field)]
  return Preview === undefined ? null : <Preview {...props} />
}

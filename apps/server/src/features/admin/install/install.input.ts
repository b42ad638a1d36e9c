import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { baseInfo } from '@stoa/contract/features/install'
import type { CommunityKind } from '@stoa/contract/settings/community-kinds'
import { isLocale, type Locale } from '@stoa/locales/languages'
import { failField } from '../../../kernel/errors.ts'

export type Installation = {
  siteName: string
  siteUrl: string
  contactEmail: string
  language: Locale
  community?: CommunityKind
  loginRequired?: boolean | undefined
  externalContent?: 'always_display' | 'ask_before_display'
  hasDemoContent?: boolean
  adminName: string
  adminEmail: string
  adminPassword: string
}

export function toInstallation(input: ParsedInputOf<typeof baseInfo>): Installation {
  return {
    siteName: input.site_name,
    siteUrl: input.site_url,
    contactEmail: input.contact_email,
    language: isLocale(input.lang) ? input.lang : failField('lang', 'language.not_found'),
    community: input.community,
    loginRequired: input.login_required,
    externalContent: input.external_content_display,
    hasDemoContent: input.demo_content,
    adminName: input.name,
    adminEmail: input.email,
    adminPassword: input.password,
  }
}

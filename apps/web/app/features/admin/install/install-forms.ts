import type { InputOf } from '@stoa/contract/endpoint'
import { baseInfo, checkDatabase } from '@stoa/contract/features/install'
import { communityKinds } from '@stoa/contract/settings/community-kinds'
import { omitEmpty, type FormSpec } from '../../../kernel/form-spec.ts'

const databaseFields = [
  'db_type',
  'db_host',
  'db_port',
  'db_name',
  'db_username',
  'db_password',
  'ssl_mode',
  'ssl_root_cert',
  'ssl_cert',
  'ssl_key',
  'db_file',
] as const

export type DatabaseField = (typeof databaseFields)[number]

// The password is no secret field: without JavaScript it would be lost with every check.
export const databaseForm = {
  fields: databaseFields,
  schema: checkDatabase.input,
  toInput(values): InputOf<typeof checkDatabase> {
    const { ssl_mode, ...rest } = omitEmpty(values)
    const db_type = values.db_type === 'embedded' ? 'embedded' : 'postgres'
    return { ...rest, db_type, ssl_mode: ssl_mode as InputOf<typeof checkDatabase>['ssl_mode'] }
  },
} satisfies FormSpec<DatabaseField>

const siteFields = [
  'lang',
  'site_name',
  'site_url',
  'contact_email',
  'community',
  'demo_content',
  'name',
  'email',
  'password',
  'confirm',
] as const

export type SiteField = (typeof siteFields)[number]

export const siteForm = {
  fields: siteFields,
  secret: ['password', 'confirm'],
  schema: baseInfo.input,
  toInput({ community, demo_content, ...rest }) {
    // React's control holds a boolean, a posted form "true" or nothing.
    const isChecked = (value: string) => String(value) === 'true'
    return {
      ...omitEmpty({ ...rest, confirm: '' }),
      community: communityKinds.find((kind) => kind === community),
      demo_content: isChecked(demo_content),
    }
  },
} satisfies FormSpec<SiteField>

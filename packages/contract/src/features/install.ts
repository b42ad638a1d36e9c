import { z } from 'zod'
import { endpoint, installPrefix } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { communityKinds } from '../settings/community-kinds.ts'
import { displayName, email, newPassword } from './account-fields.ts'

/** Text without control characters and bidirectional overrides. */
const singleLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u)

/** An http(s) origin: no credentials and no path. */
const siteUrl = z
  .url({ protocol: /^https?$/ })
  .max(limits.siteUrl.max)
  .regex(/^https?:\/\/[^/?#@\\\s]+\/?$/i)
  .transform((text) => new URL(text).origin)

const serverName = z
  .string()
  .trim()
  .max(253)
  .regex(/^[\w.:-]*$/)
const name = z.string().trim().max(63)
const path = z
  .string()
  .trim()
  .max(1024)
  .regex(/^[^\p{Cc}]*$/u)

/** Values of PostgreSQL's `sslmode`. */
export const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const

/** Connection parameters of PostgreSQL, or `db_file`, the folder of the embedded database. */
const databaseFields = {
  db_type: z.enum(['postgres', 'embedded']),
  db_host: serverName.default(''),
  db_port: z.coerce.number().int().min(1).max(65_535).default(5432),
  db_name: name.default(''),
  db_username: name.default(''),
  db_password: z.string().max(1024).default(''),
  ssl_mode: z.enum(sslModes).default('disable'),
  ssl_root_cert: path.default(''),
  ssl_cert: path.default(''),
  ssl_key: path.default(''),
  db_file: path.default(''),
}

const databaseErrors = [
  'install.configured',
  'install.field_required',
  'install.db_unknown_host',
  'install.db_refused',
  'install.db_timeout',
  'install.db_login',
  'install.db_missing',
  'install.db_no_rights',
  'install.db_too_old',
  'install.db_not_empty',
  'install.db_busy',
  'install.db_no_ssl',
  'install.db_certificate',
  'install.db_certificate_file',
  'install.db_failed',
  'install.folder_not_writable',
] as const

export const checkConfigFile = endpoint({
  method: 'POST',
  path: `${installPrefix}/config-file/check`,
  access: 'install',
  summary: 'Returns the progress of the installation.',
  response: z.object({
    config_file_exist: z.boolean(),
    /** The path of the file, whether it exists or not. */
    config_file: z.string(),
    db_connection_success: z.boolean(),
    db_table_exist: z.boolean(),
    /** Default value of `db_file` in the form. */
    default_db_file: z.string(),
  }),
})

export const checkDatabase = endpoint({
  method: 'POST',
  path: `${installPrefix}/db/check`,
  access: 'install',
  summary: 'Tests a database connection without changing anything.',
  input: databaseFields,
  response: z.object({ connection_success: z.literal(true) }),
  errors: databaseErrors,
  limits: ['install.address'],
})

export const initDatabase = endpoint({
  method: 'POST',
  path: `${installPrefix}/init`,
  access: 'install',
  summary:
    'Writes the configuration file and creates the tables. When the file cannot be written, the response has its content in default_config: save it and call again.',
  input: databaseFields,
  response: z.object({ config_file: z.string() }),
  errors: [
    ...databaseErrors,
    'install.folder_in_use',
    'install.secret_key',
    'install.config_not_written',
    'install.config_invalid',
  ],
  limits: ['install.address'],
})

export const baseInfo = endpoint({
  method: 'POST',
  path: `${installPrefix}/base-info`,
  access: 'install',
  summary: 'Creates the site and its first admin, and disables the installer.',
  input: {
    lang: z.string().max(20),
    site_name: singleLine(limits.siteName.max),
    site_url: siteUrl,
    contact_email: email,
    /** Chooses settings to start with. */
    community: z.enum(communityKinds).default('public'),
    /** Overrides what follows from the kind of community. */
    login_required: z.boolean().optional(),
    external_content_display: z
      .enum(['always_display', 'ask_before_display'])
      .default('ask_before_display'),
    /** Fills the site with demo content, in the background. */
    demo_content: z.boolean().default(false),
    name: displayName,
    email,
    password: newPassword,
  },
  response: z.null(),
  errors: ['install.no_database', 'account.password_common', 'language.not_found'],
  limits: ['install.address'],
})

const LanguageOption = z.object({ label: z.string(), value: z.string() })

export const installLanguages = endpoint({
  method: 'GET',
  path: `${installPrefix}/language/options`,
  access: 'install',
  summary: 'Lists the languages of the installer.',
  response: z.array(LanguageOption),
})

export const installMessages = endpoint({
  method: 'GET',
  path: `${installPrefix}/language/config`,
  access: 'install',
  summary: 'Returns the messages of one language for the installer.',
  input: { lang: z.string().max(20).optional() },
  response: z.record(z.string(), z.string()),
  errors: ['language.not_found'],
})

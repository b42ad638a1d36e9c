import { z } from 'zod'
import { endpoint, installPrefix } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { displayName, email, newPassword } from './account-fields.ts'

/** A line of text without control characters and without marks that turn the direction of what follows. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u)

/** The address of a site: no name, no password, and nothing after the host. */
const siteAddress = z
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

/** How the connection to PostgreSQL is secured, as PostgreSQL itself calls it. */
export const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const

/** Where the data is kept: what PostgreSQL needs, or `db_file`, the folder of the embedded database. */
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
  summary: 'How far the installation has come.',
  reply: z.object({
    config_file_exist: z.boolean(),
    /** Where the file is, or will be written. */
    config_file: z.string(),
    db_connection_success: z.boolean(),
    db_table_exist: z.boolean(),
    /** What the form suggests for `db_file`. */
    default_db_file: z.string(),
  }),
})

export const checkDatabase = endpoint({
  method: 'POST',
  path: `${installPrefix}/db/check`,
  access: 'install',
  summary: 'Tries a database without changing anything, and says what is wrong with it.',
  input: databaseFields,
  reply: z.object({ connection_success: z.literal(true) }),
  errors: databaseErrors,
  limits: ['install.address'],
})

export const initDatabase = endpoint({
  method: 'POST',
  path: `${installPrefix}/init`,
  access: 'install',
  summary:
    'Writes the configuration file and makes the tables. When the file cannot be written, the reply has its text in default_config; once it is there, call again.',
  input: databaseFields,
  reply: z.object({ config_file: z.string() }),
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
  summary: 'Makes the site and its first admin. From then on the installer is closed.',
  input: {
    lang: z.string().max(20),
    site_name: line(limits.siteName.max),
    site_url: siteAddress,
    contact_email: email,
    login_required: z.boolean().default(false),
    external_content_display: z
      .enum(['always_display', 'ask_before_display'])
      .default('ask_before_display'),
    name: displayName,
    email,
    password: newPassword,
  },
  reply: z.null(),
  errors: ['install.no_database', 'account.password_common', 'language.not_found'],
  limits: ['install.address'],
})

const LanguageOption = z.object({ label: z.string(), value: z.string() })

export const installLanguages = endpoint({
  method: 'GET',
  path: `${installPrefix}/language/options`,
  access: 'install',
  summary: 'The languages the installer speaks.',
  reply: z.array(LanguageOption),
})

export const installMessages = endpoint({
  method: 'GET',
  path: `${installPrefix}/language/config`,
  access: 'install',
  summary: 'The messages of one language, before there is a site.',
  input: { lang: z.string().max(20).optional() },
  reply: z.record(z.string(), z.string()),
  errors: ['language.not_found'],
})

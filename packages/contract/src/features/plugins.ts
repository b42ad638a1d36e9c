import { z } from 'zod'
import { adminPrefix, apiPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { pageOf, paging } from '../paging.ts'
import { PluginField, PluginValue } from '../plugin-fields.ts'

const slug = z.string().min(2).max(limits.plugins.slug)
const version = z.string().max(30)
const at = z.number().int()

/** What a plugin may do, as admins see it before they install it. `value` is the host of `network` and `open_connections`. */
const pluginPermissions = [
  'review_content',
  'index_content',
  'read_events',
  'read_content',
  'change_posts',
  'embed',
  'add_pages',
  'add_to_pages',
  'run_in_browser',
  'check_captchas',
  'captcha_host',
  'work_in_background',
  'answer_requests',
  'sign_in_users',
  'set_roles',
  'act_as_user',
  'store_data',
  'store_files',
  'network',
  'open_connections',
] as const
const Permission = z.object({ name: z.enum(pluginPermissions), value: z.string() })
export type PluginPermission = z.output<typeof Permission>

/** `failing`: lately more than usual. `faulted`: disabled by the site after too many failures. */
const pluginStates = ['disabled', 'active', 'failing', 'faulted'] as const

const Description = z.object({
  slug_name: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.string(),
  author: z.string(),
  /** The home page, or empty. */
  link: z.string(),
  kinds: z.array(z.string()).max(20),
  permissions: z.array(Permission).max(60),
  /** Of the package, in bytes. */
  size: z.number().int(),
})

const Health = z.object({
  /** Of the last day, in all processes. */
  calls: z.number().int(),
  failures: z.number().int(),
  /** 0 if there was none. */
  last_success_at: at,
  last_failure_at: at,
  /** Why the last call failed, or empty. */
  last_error: z.string(),
  /** Average of the calls of this process. */
  ms_per_call: z.number(),
  /** Of the process of the plugin beside this one; 0 if it does not run. */
  memory_bytes: z.number().int(),
})

const Listed = Description.extend({
  enabled: z.boolean(),
  state: z.enum(pluginStates),
  /** Whether there are settings to show. */
  have_config: z.boolean(),
  /** A newer stored version, or empty. */
  newer_version: z.string(),
  /** Permissions that the newer version asks for in addition. */
  new_permissions: z.array(Permission).max(60),
  calls: z.number().int(),
  failures: z.number().int(),
  ms_per_call: z.number(),
})
export type ListedPlugin = z.output<typeof Listed>

const StoredVersion = z.object({
  version: z.string(),
  /** When it was last uploaded. */
  stored_at: at,
  is_current: z.boolean(),
  size: z.number().int(),
})

/** Uploaded files, in bytes and by where they are. */
const Files = z.object({
  /** Whether new files go to the plugin, and the others are moved there; otherwise all go to the disk. */
  takes_new: z.boolean(),
  stored: z.number().int(),
  stored_bytes: z.number(),
  on_disk: z.number().int(),
  on_disk_bytes: z.number(),
})

const Detail = Listed.extend({
  installed_at: at,
  /** The display name of the admin, or empty if the account is gone or the command line was used. */
  installed_by: z.string(),
  /** Why the site disabled it, or empty. */
  fault: z.string(),
  /** After how many failures within ten minutes the site disables it. */
  max_faults: z.number().int(),
  versions: z.array(StoredVersion).max(limits.plugins.versions),
  health: Health,
  /** Null unless it stores uploaded files and is enabled. */
  files: Files.nullable(),
})
export type PluginDetail = z.output<typeof Detail>

/** A checked package that is not installed yet. */
const Package = Description.extend({
  package_id: z.string(),
  /** The version that is installed, or empty. */
  installed_version: z.string(),
  /** Permissions that the installed version does not have. */
  new_permissions: z.array(Permission).max(60),
})
export type PluginPackage = z.output<typeof Package>

const Config = z.object({
  name: z.string(),
  slug_name: z.string(),
  description: z.string(),
  version: z.string(),
  config_fields: z.array(PluginField.extend({ value: PluginValue })).max(limits.plugins.fields),
})
export type PluginConfig = z.output<typeof Config>

const values = z.record(z.string().max(50), PluginValue)

export const pluginLogLevels = ['info', 'warn', 'error'] as const
const LogEntry = z.object({
  id: z.string(),
  at,
  level: z.enum(pluginLogLevels),
  version: z.string(),
  message: z.string(),
})
export type PluginLogEntry = z.output<typeof LogEntry>

export const getPluginStatus = endpoint({
  method: 'GET',
  path: `${apiPrefix}/plugin/status`,
  access: 'open',
  summary: 'Lists all installed plugins with whether each is enabled.',
  response: z
    .array(z.object({ slug_name: z.string(), enabled: z.boolean() }))
    .max(limits.plugins.max),
})

export const callPlugin = endpoint({
  method: 'POST',
  path: `${apiPrefix}/plugin/call`,
  access: 'public',
  allowsKeys: true,
  summary: 'Calls a function of a plugin, which declares who may.',
  input: { plugin_slug_name: slug, name: z.string().max(50), input: z.json().default(null) },
  response: z.object({ result: z.json() }),
  errors: ['plugin.not_found', 'plugin.function_unknown', 'plugin.failed', 'plugin.rejected'],
  limits: ['plugin.call'],
})

const configErrors = [
  'plugin.not_found',
  'plugin.failed',
  'plugin.rejected',
  'plugin.value_required',
  'plugin.value_invalid',
] as const

export const listUserPluginConfigs = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/plugin/configs`,
  access: 'member',
  summary: 'Lists the enabled plugins that have settings for each user.',
  response: z.array(z.object({ name: z.string(), slug_name: z.string() })).max(limits.plugins.max),
})

export const getUserPluginConfig = endpoint({
  method: 'GET',
  path: `${apiPrefix}/user/plugin/config`,
  access: 'member',
  summary: 'Returns the settings of a plugin for the user.',
  input: { plugin_slug_name: slug },
  response: Config,
  errors: ['plugin.not_found'],
})

export const setUserPluginConfig = endpoint({
  method: 'PUT',
  path: `${apiPrefix}/user/plugin/config`,
  access: 'member',
  summary: 'Changes the settings of a plugin for the user.',
  input: { plugin_slug_name: slug, config_fields: values },
  response: z.null(),
  errors: configErrors,
})

export const listPlugins = endpoint({
  method: 'GET',
  path: `${adminPrefix}/plugins`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists installed plugins.',
  input: {
    status: z.enum(['', 'all', 'active', 'inactive', 'outdated']).default(''),
    have_config: z.enum(['', 'true', 'false']).default(''),
  },
  response: z.array(Listed).max(limits.plugins.max),
})

export const getPlugin = endpoint({
  method: 'GET',
  path: `${adminPrefix}/plugin`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Returns a plugin with its permissions, versions and health.',
  input: { plugin_slug_name: slug },
  response: Detail,
  errors: ['plugin.not_found'],
})

const packageErrors = [
  'plugin.package_invalid',
  'plugin.package_too_large',
  'plugin.kit_mismatch',
  'plugin.too_many',
] as const

export const uploadPlugin = endpoint({
  method: 'POST',
  path: `${adminPrefix}/plugin/package`,
  access: 'admin',
  summary: 'Checks and stores a package, and returns what it would be allowed to do. Runs nothing.',
  encoding: 'form',
  maxFileBytes: limits.pluginPackageBytes.archive,
  input: { file: z.file() },
  response: Package,
  errors: packageErrors,
})

export const fetchPlugin = endpoint({
  method: 'POST',
  path: `${adminPrefix}/plugin/package/npm`,
  access: 'admin',
  summary: 'Does the same with a package of the npm registry.',
  input: { name: z.string().min(2).max(214), version: version.default('latest') },
  response: Package,
  errors: [...packageErrors, 'plugin.npm_failed'],
})

export const installPlugin = endpoint({
  method: 'POST',
  path: `${adminPrefix}/plugin`,
  access: 'admin',
  summary: 'Installs a stored package, disabled, or updates the installed plugin to it.',
  input: { package_id: z.string().regex(/^[1-9]\d{0,17}$/) },
  response: z.object({ slug_name: z.string() }),
  errors: [
    'plugin.not_found',
    'plugin.too_many',
    'plugin.conflict',
    'plugin.holds_files',
    'plugin.failed',
  ],
})

export const setPluginVersion = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/plugin/version`,
  access: 'admin',
  summary: 'Updates a plugin to a stored version, or rolls it back to one.',
  input: { plugin_slug_name: slug, version },
  response: z.null(),
  errors: ['plugin.not_found', 'plugin.conflict', 'plugin.holds_files', 'plugin.failed'],
})

export const setPluginStatus = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/plugin/status`,
  access: 'admin',
  summary: 'Enables or disables a plugin, in all processes.',
  input: { plugin_slug_name: slug, enabled: z.boolean() },
  response: z.null(),
  errors: ['plugin.not_found', 'plugin.conflict', 'plugin.holds_files', 'plugin.failed'],
})

export const removePlugin = endpoint({
  method: 'DELETE',
  path: `${adminPrefix}/plugin`,
  access: 'admin',
  summary: 'Removes a plugin. With `data`, also its settings and what it stored.',
  input: { plugin_slug_name: slug, data: z.boolean().default(false) },
  response: z.null(),
  errors: ['plugin.not_found', 'plugin.holds_files'],
})

export const movePluginFiles = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/plugin/files`,
  access: 'admin',
  summary:
    'Says whether new files go to the store of a plugin or to the disk, and moves all others there in the background.',
  input: { plugin_slug_name: slug, to: z.enum(['plugin', 'disk']) },
  response: z.null(),
  errors: ['plugin.not_found'],
})

export const getPluginConfig = endpoint({
  method: 'GET',
  path: `${adminPrefix}/plugin/config`,
  access: 'admin',
  summary: 'Returns the settings of a plugin, with secrets masked.',
  input: { plugin_slug_name: slug },
  response: Config,
  errors: ['plugin.not_found'],
})

export const setPluginConfig = endpoint({
  method: 'PUT',
  path: `${adminPrefix}/plugin/config`,
  access: 'admin',
  summary: 'Changes settings of a plugin. A secret that is sent masked stays as it is.',
  input: { plugin_slug_name: slug, config_fields: values },
  response: z.null(),
  errors: configErrors,
})

export const runPluginAction = endpoint({
  method: 'POST',
  path: `${adminPrefix}/plugin/action`,
  access: 'admin',
  summary: 'Runs the action of a button of the settings, with the saved values.',
  input: { plugin_slug_name: slug, action: z.string().max(50) },
  response: z.object({ message: z.string() }),
  errors: ['plugin.not_found', 'plugin.function_unknown', 'plugin.failed', 'plugin.rejected'],
})

export const listPluginLog = endpoint({
  method: 'GET',
  path: `${adminPrefix}/plugin/log`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Lists what a plugin logged and why calls of it failed, newest first.',
  input: { plugin_slug_name: slug, ...paging },
  response: pageOf(LogEntry),
  errors: ['plugin.not_found'],
})

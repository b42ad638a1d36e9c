import { webhookEventNames } from '@stoa/contract/features/webhook-events'
import { limits } from '@stoa/contract/limits'
import { hasValue, PluginField } from '@stoa/contract/plugin-fields'
import { z } from 'zod'
import { slotNames } from './slots.ts'

/** Of the interface between site and plugins. A plugin for `^1.2` runs with 1.2 and later versions of 1. */
export const kitVersion = '1.1.0'

/** The file that describes a plugin, in the root of its package. */
export const manifestFile = 'plugin.json'

export const pluginKinds = [
  'connector',
  'search',
  'editor',
  'route',
  'captcha',
  'render',
  'user-center',
  'storage',
  'reviewer',
  'notification',
  'embed',
  'sidebar',
  'importer',
  'theme',
] as const

const slugPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const versionPattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/
/** Of a file in a package. No part of it begins with a dot. */
export const packagePath = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/)
/** A host with or without its subdomains, or that of the URL in a setting. */
const networkHost = z
  .string()
  .regex(/^(?:(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+|setting:[a-z][a-z0-9_]*)$/)
/** A host with or without its subdomains. */
const widgetHost = z.string().regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/)
const functionName = z.string().regex(/^[a-z][a-zA-Z0-9]{0,49}$/)
const messageKey = z.string().regex(/^[a-z][a-zA-Z0-9_.]{0,99}$/)
const fields = z
  .array(PluginField)
  .max(limits.plugins.fields)
  .refine(hasUniqueNames, 'Two fields have the same name.')
  .default([])

const Page = z.strictObject({
  /** Below `/p/<slug>`: empty for the page itself. */
  path: z.string().regex(/^(\/[a-z0-9-]+)*$/),
  title: z.string().min(1).max(60),
  /** Whether the side navigation has a link to it. */
  menu: z.boolean().default(false),
})

const CallableFunction = z.strictObject({
  name: functionName,
  access: z.enum(['visitor', 'member', 'staff', 'admin']),
})

/** Signs users in with accounts of another service. */
const Connector = z.strictObject({
  /** Of the service, as in “Continue with GitHub”. */
  label: z.string().min(1).max(40),
  /** The setting whose value replaces the label. */
  labelSetting: z.string().max(50).optional(),
  /** An SVG or PNG file of `assets`. */
  icon: packagePath.optional(),
  /** `redirect` sends the browser to the service, `form` asks for a username and a password. */
  type: z.enum(['redirect', 'form']),
})

const settingReference = z.string().regex(/^setting:[a-z][a-z0-9_]*$/)
/** Always, never, or if a switch of the settings is on. */
const condition = z.union([z.boolean(), settingReference])
/** Fixed, or the value of a setting. */
const link = z.union([z.url({ protocol: /^https?$/ }).max(500), settingReference])
const linkText = z.string().min(1).max(60)

/** Manages the accounts of the whole site, with a connector that redirects. */
const UserCenter = z.strictObject({
  /** Whether users also log in with passwords of the site: fixed, or a switch of the settings. */
  keepsPasswordLogin: condition.default(true),
  /** Instead of the label of the connector. */
  displayName: linkText.optional(),
  /** Of the service. */
  url: link.optional(),
  /** Where users sign up, if not where they log in. */
  signUpUrl: link.optional(),
  /** Where users change their profile and their account. */
  profileUrl: link.optional(),
  accountUrl: link.optional(),
  /** Links of the user menu. */
  controlCenter: z
    .array(z.strictObject({ name: z.string().max(50), label: linkText, url: link }))
    .max(limits.userCenter.links)
    .default([]),
  /** Whether it adds to profiles. */
  branding: z.boolean().default(false),
})

/** The widget of a captcha, in a frame of its own. */
const Captcha = z.strictObject({
  /** An ES module that imports nothing. */
  file: packagePath,
  /** From which the frame may load scripts, frames, styles and images, and to which it may connect. */
  hosts: z.array(widgetHost).max(10).default([]),
  /** Settings that the widget gets. Browsers see them, so they cannot be secret. */
  settings: z.array(z.string().max(50)).max(20).default([]),
})

/** Parts of texts that the server code shows. */
const Render = z.strictObject({
  /** TeX between `$$`, and also between `$` (dollars) and in `\(…\)` and `\[…\]` (brackets). */
  formulas: z
    .strictObject({ dollars: condition.default(true), brackets: condition.default(false) })
    .optional(),
  /** Languages of fenced code. */
  fences: z
    .array(z.string().regex(/^[a-z0-9][a-z0-9.+#_-]{0,30}$/))
    .max(50)
    .default([]),
  /** Hosts of links that are the only text of a paragraph. */
  links: z
    .array(z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/))
    .max(50)
    .default([]),
})

/** Searches in place of the built-in search. Shown beside results. */
const Search = z.strictObject({
  /** Of the search engine. */
  name: z.string().min(1).max(40),
  /** An SVG or PNG file of `assets`. */
  icon: packagePath.optional(),
  url: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional(),
})

/** What the server code provides. Nothing else is called. */
const Server = z.strictObject({
  file: packagePath,
  review: z.boolean().default(false),
  render: Render.optional(),
  connector: Connector.optional(),
  userCenter: UserCenter.optional(),
  /** Verifies solutions of the widget in `captcha`. */
  captcha: z.boolean().default(false),
  /** Signs the requests with which the site stores uploaded files elsewhere. Needs the kind `storage`. */
  fileStore: z.boolean().default(false),
  search: Search.optional(),
  slots: z.array(z.enum(slotNames)).max(slotNames.length).default([]),
  events: z.array(z.enum(webhookEventNames)).max(webhookEventNames.length).default([]),
  functions: z.array(CallableFunction).max(50).default([]),
  actions: z.array(z.string().max(50)).max(20).default([]),
  /** Run regularly, on one process at a time. */
  jobs: z
    .array(
      z.strictObject({
        name: functionName,
        /** At least a minute. */
        everyMinutes: z.number().int().min(1).max(43_200),
      }),
    )
    .max(20)
    .default([]),
})

const Ui = z.strictObject({
  file: packagePath,
  /** Changes what `render` showed in texts. */
  pieces: z.boolean().default(false),
  /** Scripts that `createFrame` runs apart from the page. They may load `assets`. */
  frames: z.array(packagePath).max(10).default([]),
  /** Hosts of other sites that it may show in frames. */
  embeds: z
    .array(z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/))
    .max(20)
    .default([]),
  slots: z.array(z.enum(slotNames)).max(slotNames.length).default([]),
})

const Fields = z.strictObject({
  slug: z.string().min(2).max(limits.plugins.slug).regex(slugPattern),
  name: z.string().trim().min(1).max(60),
  description: z.string().trim().min(1).max(300),
  version: z.string().max(30).regex(versionPattern),
  author: z.string().trim().min(1).max(100),
  homepage: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional(),
  /** The versions of the kit that it works with. */
  kit: z.string().regex(/^\^(0|[1-9]\d*)\.(0|[1-9]\d*)$/),
  kinds: z.array(z.enum(pluginKinds)).min(1).max(pluginKinds.length),
  permissions: z
    .strictObject({
      /** Hosts that it may send requests to: `example.org`, `*.example.org`, or `setting:url` for one that an admin enters. */
      network: z.array(networkHost).max(20).default([]),
      /** Reads what visitors may read. */
      content: z.boolean().default(false),
      /** Calls the API as the user whose request it handles. */
      actAsUser: z.boolean().default(false),
      storage: z.boolean().default(false),
      /** Sets the roles of users when they log in with it. */
      roles: z.boolean().default(false),
      /** Opens connections of its own, to the hosts in these settings. */
      sockets: z
        .array(z.string().regex(/^setting:[a-z][a-z0-9_]*$/))
        .max(5)
        .default([]),
    })
    .prefault({}),
  settings: fields,
  userSettings: fields,
  server: Server.optional(),
  ui: Ui.optional(),
  captcha: Captcha.optional(),
  /** A style sheet for its slots and pages. */
  styles: packagePath.optional(),
  pages: z.array(Page).max(20).default([]),
  /** Files that browsers may load, besides the script and the style sheet. */
  assets: z.array(packagePath).max(200).default([]),
  /** By language; English is the fallback. */
  messages: z
    .record(
      z.string().regex(/^[a-z]{2}_[A-Z]{2}$|^[a-z]{2}$/),
      z.record(messageKey, z.string().max(2000)),
    )
    .default({}),
  /** The SHA-256 of every other file in the package, in hexadecimal. `stoa plugin pack` writes it. */
  files: z.record(packagePath, z.string().regex(/^[0-9a-f]{64}$/)),
})

export type RenderManifest = z.output<typeof Render>

export const Manifest = Fields.superRefine((manifest, context) => {
  for (const message of listProblems(manifest)) context.addIssue({ code: 'custom', message })
})
export type Manifest = z.output<typeof Fields>

/** `plugin.json` before it is packed. */
export const SourceManifest = Fields.omit({ files: true })

function listProblems(manifest: Manifest): string[] {
  const { kinds, server, pages, settings } = manifest
  const actions = new Set(server?.actions)
  const idle = settings.filter(
    ({ type, action }) => type === 'button' && !actions.has(action ?? ''),
  )
  return [
    ...listFileProblems(manifest),
    ...idle.map(({ name }) => `The button ${name} has no action of the server code.`),
    ...listConnectorProblems(manifest),
    ...listUserCenterProblems(manifest),
    ...(server?.search !== undefined && !kinds.includes('search')
      ? ['A plugin with "search" is of the kind search.']
      : []),
    ...(pages.length > 0 && server === undefined ? ['Pages need server code.'] : []),
    ...listCaptchaProblems(manifest),
  ]
}

function listCaptchaProblems({ captcha, server, kinds, settings }: Manifest): string[] {
  if (captcha === undefined)
    return server?.captcha === true ? ['A captcha needs a widget in "captcha".'] : []
  const isPublic = new Set(settings.filter(({ secret }) => !secret).map(({ name }) => name))
  const hidden = captcha.settings.filter((name) => !isPublic.has(name))
  return [
    ...hidden.map((name) => `${name} is not a setting that browsers may see.`),
    ...(server?.captcha === true ? [] : ['The widget of a captcha needs "captcha" of "server".']),
    ...(kinds.includes('captcha') ? [] : ['A captcha is of the kind "captcha".']),
  ]
}

function listConnectorProblems({ server, settings }: Manifest): string[] {
  const label = server?.connector?.labelSetting
  const isLabel = settings.some(({ name, secret }) => name === label && !secret)
  return label === undefined || isLabel ? [] : [`The setting ${label} cannot be the label.`]
}

function listUserCenterProblems({ server, kinds, settings }: Manifest): string[] {
  const center = server?.userCenter
  if (center === undefined) return []
  const { keepsPasswordLogin: keeps, displayName, url, signUpUrl, profileUrl, accountUrl } = center
  const texts = [displayName, url, signUpUrl, profileUrl, accountUrl]
  const references = [...texts, ...center.controlCenter.map((one) => one.url)]
    .map(toSettingName)
    .filter((name) => name !== null)
  const unknown = references.filter(
    (name) => !settings.some((field) => field.name === name && !field.secret),
  )
  const switchName = typeof keeps === 'string' ? toSettingName(keeps) : null
  const isSwitch = settings.some(({ name, type }) => name === switchName && type === 'switch')
  const isRedirect = server?.connector?.type === 'redirect'
  return [
    ...unknown.map((name) => `The setting ${name} cannot be used by the user center.`),
    ...(switchName !== null && !isSwitch ? [`The setting ${switchName} is not a switch.`] : []),
    ...(isRedirect ? [] : ['A user center needs a connector that redirects.']),
    ...(kinds.includes('user-center') ? [] : ['A user center has the kind user-center.']),
  ]
}

/** Null for what is fixed. */
export function toSettingName(text: string | undefined): string | null {
  return text?.startsWith('setting:') === true ? text.slice('setting:'.length) : null
}

function listFileProblems({ server, ui, captcha, styles, assets, files }: Manifest): string[] {
  const isUsed = (name: string | undefined) => name !== undefined
  const icons = [server?.connector?.icon, server?.search?.icon].filter(isUsed)
  const scripts = [server?.file, ui?.file, ...(ui?.frames ?? []), captcha?.file]
  const used = [...scripts, styles, ...icons, ...assets].filter(isUsed)
  const missing = used.filter((name) => !Object.hasOwn(files, name))
  return [
    ...missing.map((name) => `${name} is not in "files".`),
    ...icons.filter((icon) => !assets.includes(icon)).map((icon) => `${icon} is not in "assets".`),
  ]
}

function hasUniqueNames(list: readonly PluginField[]): boolean {
  const names = list.filter(hasValue).map(({ name }) => name)
  return new Set(names).size === names.length
}

/** Whether a plugin for this range of the kit runs with a version of it. */
export function supportsKit(range: string, version = kitVersion): boolean {
  const [major = 0, minor = 0] = range.slice(1).split('.').map(Number)
  const [haveMajor = 0, haveMinor = 0] = version.split('.').map(Number)
  return major === haveMajor && minor <= haveMinor
}

import type { PluginPermission, PluginPackage, ListedPlugin } from '@stoa/contract/features/plugins'
import {
  findPluginValueProblem,
  hasValue,
  type PluginField,
  type PluginFieldProblem,
  type PluginValues,
} from '@stoa/contract/plugin-fields'
import type { Manifest } from '@stoa/plugin-kit/manifest'

const plain = (name: PluginPermission['name']): PluginPermission => ({ name, value: '' })

type PermissionRow = readonly [isAsked: boolean | undefined, name: PluginPermission['name']]

/** Everything that a plugin gets to see or may do, from its manifest. */
export function listPermissions(manifest: Manifest): PluginPermission[] {
  const { permissions, server } = manifest
  const rows: PermissionRow[] = [
    ...listChecks(server),
    [permissions.content, 'read_content'],
    ...listPagePermissions(manifest),
    ...listWork(server),
    [permissions.roles, 'set_roles'],
    [permissions.actAsUser, 'act_as_user'],
    [permissions.storage, 'store_data'],
  ]
  const named = rows.filter(([isAsked]) => isAsked === true).map(([, name]) => plain(name))
  const embeds = manifest.ui?.embeds ?? []
  const hosts = manifest.captcha?.hosts ?? []
  return [
    ...named,
    ...embeds.map((value) => ({ name: 'embed' as const, value })),
    ...hosts.map((value) => ({ name: 'captcha_host' as const, value })),
    ...permissions.network.map((value) => ({ name: 'network' as const, value })),
    ...permissions.sockets.map((value) => ({ name: 'open_connections' as const, value })),
  ]
}

const hasSome = (list: readonly unknown[] = []) => list.length > 0

function listChecks(server: Manifest['server']): PermissionRow[] {
  return [
    [server?.review, 'review_content'],
    [server?.captcha, 'check_captchas'],
    [server?.search !== undefined, 'index_content'],
    [hasSome(server?.events), 'read_events'],
  ]
}

function listWork(server: Manifest['server']): PermissionRow[] {
  return [
    [hasSome(server?.jobs), 'work_in_background'],
    [hasSome(server?.functions), 'answer_requests'],
    [server?.connector !== undefined, 'sign_in_users'],
    [server?.fileStore, 'store_files'],
  ]
}

function listPagePermissions({ server, ui, pages, kinds }: Manifest) {
  const isOfPosts = kinds.includes('render') || kinds.includes('embed')
  const changesPosts = server?.render !== undefined || (isOfPosts && ui !== undefined)
  return [
    [changesPosts, 'change_posts'],
    [hasSome(pages), 'add_pages'],
    [hasSome(server?.slots) || hasSome(ui?.slots), 'add_to_pages'],
    [ui !== undefined, 'run_in_browser'],
  ] as const
}

/** Permissions that a version asks for and the installed one does not. */
export function listNewPermissions(next: Manifest, installed: Manifest | null) {
  const has = new Set(installed === null ? [] : listPermissions(installed).map(keyOf))
  return installed === null ? [] : listPermissions(next).filter((one) => !has.has(keyOf(one)))
}

const keyOf = ({ name, value }: PluginPermission) => `${name} ${value}`

export function describe(
  manifest: Manifest,
  size: number,
): Omit<PluginPackage, 'package_id' | 'installed_version' | 'new_permissions'> {
  const { slug, name, description, version, author, homepage, kinds } = manifest
  return {
    slug_name: slug,
    name,
    description,
    version,
    author,
    link: homepage ?? '',
    kinds,
    permissions: listPermissions(manifest),
    size,
  }
}

/** Only one plugin of such a kind can be enabled. */
const exclusiveKinds = ['captcha', 'search', 'user-center', 'storage'] as const

export function findConflict(
  manifest: Manifest,
  enabled: readonly Pick<Manifest, 'slug' | 'name' | 'kinds'>[],
) {
  const kinds = exclusiveKinds.filter((kind) => manifest.kinds.includes(kind))
  const other = enabled.find(
    ({ slug, kinds: taken }) =>
      slug !== manifest.slug && kinds.some((kind) => taken.includes(kind)),
  )
  return other?.name ?? null
}

type Use = {
  calls: number
  failures: number
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
}
const minFailures = 3
const maxFailureShare = 0.1

export function stateOf(
  { enabled, fault }: { enabled: boolean; fault: string | null },
  { calls, failures, lastSuccessAt, lastFailureAt }: Use,
): ListedPlugin['state'] {
  if (fault !== null) return 'faulted'
  if (!enabled) return 'disabled'
  const isLastFailed =
    lastFailureAt !== null && (lastSuccessAt === null || lastSuccessAt < lastFailureAt)
  const isOften = failures >= minFailures && failures > calls * maxFailureShare
  return isLastFailed || isOften ? 'failing' : 'active'
}

/** All that is wrong with the values, by field. */
export function findValueProblems(fields: readonly PluginField[], values: PluginValues) {
  return fields
    .filter(hasValue)
    .flatMap((field): { field: string; problem: PluginFieldProblem }[] => {
      const value = values[field.name]
      const problem = value === undefined ? null : findPluginValueProblem(field, value)
      return problem === null ? [] : [{ field: field.name, problem }]
    })
}

import {
  callPlugin as callCall,
  getUserPluginConfig as configCall,
  listUserPluginConfigs as listCall,
  setUserPluginConfig as setConfigCall,
} from '@stoa/contract/features/plugins'
import { and, eq } from 'drizzle-orm'
import { checkAccess, checkSilence, readSiteAccess } from '../../../kernel/access.ts'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import type { InstalledPlugin } from '../../../kernel/plugins.ts'
import { route } from '../../../kernel/route.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { pluginUserSettings } from '../../../schema/plugins.ts'
import { callForUser, toPluginCaller } from './calls.ts'
import { mergeValues, openValues, sealValues, toConfig } from './config.actions.ts'

export const userPluginRoutes = [
  route(callCall, async ({ input, actor, caller, ctx }) => {
    const { plugin_slug_name: slug, name, input: value } = input
    assertCanCall(ctx, { slug, name }, actor)
    const result = await callForUser(ctx, {
      slug,
      hook: 'function',
      input: { name, input: value },
      caller: toPluginCaller(caller, actor),
    })
    return { result }
  }),

  route(listCall, ({ ctx }) => Promise.resolve(listConfigurable(ctx))),

  route(configCall, async ({ input, actor, caller, ctx }) => {
    const { manifest } = getConfigurable(ctx, input.plugin_slug_name)
    const stored = await findUserSettings(ctx.primary, manifest.slug, actor.id)
    return toConfig(manifest, manifest.userSettings, stored, caller.locale)
  }),

  route(setConfigCall, ({ input, actor, ctx, transact }) =>
    transact(async (tx) => {
      const { manifest, slug } = getConfigurable(ctx, input.plugin_slug_name)
      const { userSettings: fields } = manifest
      const owner = { secrets: ctx.secrets, slug, userId: actor.id }
      const stored = await findUserSettings(tx, slug, actor.id)
      const next = mergeValues(fields, openValues(owner, fields, stored), input.config_fields)
      const values = {
        settings: { ...stored, ...sealValues(owner, fields, next) },
        updatedAt: tx.now,
      }
      await tx
        .insert(pluginUserSettings)
        .values({ slug, userId: actor.id, ...values })
        .onConflictDoUpdate({
          target: [pluginUserSettings.slug, pluginUserSettings.userId],
          set: values,
        })
      return null
    }),
  ),
]

function getEnabled({ plugins }: Context, slug: string) {
  const plugin = plugins.find(slug)
  return plugin?.isEnabled === true ? plugin : fail('plugin.not_found')
}

const isConfigurable = ({ isEnabled, manifest }: InstalledPlugin) =>
  isEnabled && manifest.userSettings.length > 0

function getConfigurable({ plugins }: Context, slug: string) {
  const plugin = plugins.find(slug)
  return plugin !== null && isConfigurable(plugin) ? plugin : fail('plugin.not_found')
}

/** From memory, so that the page of a user costs no statement for it. */
function listConfigurable({ plugins }: Context) {
  return plugins
    .list()
    .filter(isConfigurable)
    .map(({ slug, manifest: { name } }) => ({ slug_name: slug, name }))
}

const tiers = { visitor: 'public', member: 'member', staff: 'moderator', admin: 'admin' } as const

function assertCanCall(
  ctx: Context,
  { slug, name }: { slug: string; name: string },
  actor: Actor | null,
) {
  const { manifest } = getEnabled(ctx, slug)
  const declared = manifest.server?.functions.find((one) => one.name === name)
  if (declared === undefined) return fail('plugin.function_unknown')
  const access = tiers[declared.access]
  const rejection =
    checkAccess(access, actor, readSiteAccess(ctx)) ?? checkSilence({ ...callCall, access }, actor)
  if (rejection !== null) throw rejection
}

async function findUserSettings(db: ReadDb, slug: string, userId: string) {
  const [row] = await db
    .select({ settings: pluginUserSettings.settings })
    .from(pluginUserSettings)
    .where(and(eq(pluginUserSettings.slug, slug), eq(pluginUserSettings.userId, userId)))
  return row?.settings ?? {}
}

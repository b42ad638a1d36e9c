import {
  fetchPlugin as fetchCall,
  getPlugin as getCall,
  getPluginConfig as configCall,
  getPluginStatus as statusCall,
  installPlugin as installCall,
  listPluginLog as logCall,
  listPlugins as listCall,
  movePluginFiles as moveFilesCall,
  removePlugin as removeCall,
  runPluginAction as actionCall,
  setPluginConfig as setConfigCall,
  setPluginStatus as setStatusCall,
  setPluginVersion as versionCall,
  uploadPlugin as uploadCall,
} from '@stoa/contract/features/plugins'
import type { Context, Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'
import { recordSiteAction } from '../../community/staff-log/staff-log.actions.ts'
import { callForUser, toPluginCaller } from './calls.ts'
import { toConfig } from './config.actions.ts'
import { redirectFiles } from './files.actions.ts'
import { downloadPackage } from './npm-package.ts'
import { checkPackage, describePackage, storePackage } from './packages.actions.ts'
import { changeVersion, installPackage, removePlugin, setEnabled } from './plugins.actions.ts'
import { findConfigured, getPlugin, listLog, listPlugins } from './plugins.queries.ts'
import { changeConfig, checkConfig } from './site-config.actions.ts'

export const pluginRoutes = [
  route(statusCall, ({ ctx }) => Promise.resolve(listStatus(ctx))),

  route(listCall, ({ input, ctx }) => listPlugins(ctx, input)),

  route(getCall, ({ input, ctx }) => getPlugin(ctx, input.plugin_slug_name)),

  route(uploadCall, async ({ input, actor, transact }) => {
    const archive = Buffer.from(await input.file.arrayBuffer())
    const checked = await checkPackage(archive)
    return await transact((tx) => storeAndDescribe(tx, { archive, checked, actor }))
  }),

  route(fetchCall, ({ input, actor, transact }) =>
    transact(async (tx) => {
      const archive = await tx.runOutside('npm', () => downloadPackage(input))
      const checked = await tx.runOutside('check', () => checkPackage(archive))
      return await storeAndDescribe(tx, { archive, checked, actor })
    }),
  ),

  route(installCall, ({ input, actor, transact }) =>
    transact(async (tx) => ({ slug_name: await installPackage(tx, input.package_id, actor) })),
  ),

  route(versionCall, ({ input: { plugin_slug_name: slug, version }, actor, transact }) =>
    transact(async (tx) => {
      await changeVersion(tx, { slug, version }, actor)
      return null
    }),
  ),

  route(setStatusCall, ({ input: { plugin_slug_name: slug, enabled }, actor, transact }) =>
    transact(async (tx) => {
      await setEnabled(tx, { slug, enabled }, actor)
      return null
    }),
  ),

  route(moveFilesCall, ({ input: { plugin_slug_name: slug, to }, actor, transact }) =>
    transact(async (tx) => {
      const store = await redirectFiles(tx, { slug, to }, actor)
      await tx.emit('files.redirected', { store })
      return null
    }),
  ),

  route(removeCall, ({ input: { plugin_slug_name: slug, data }, actor, transact }) =>
    transact(async (tx) => {
      await removePlugin(tx, { slug, data }, actor)
      return null
    }),
  ),

  route(configCall, async ({ input, caller, ctx }) => {
    const { manifest, settings } = await findConfigured(ctx.primary, input.plugin_slug_name)
    return toConfig(manifest, manifest.settings, settings, caller.locale)
  }),

  route(setConfigCall, async ({ input, actor, caller, ctx, transact }) => {
    const { plugin_slug_name: slug, config_fields: sent } = input
    await checkConfig(ctx, { slug, sent, caller: toPluginCaller(caller, actor) })
    return await transact(async (tx) => {
      await changeConfig(tx, { slug, sent }, actor)
      return null
    })
  }),

  route(actionCall, ({ input, actor, caller, ctx, transact }) =>
    transact(async (tx) => {
      const { plugin_slug_name: slug, action: name } = input
      const { manifest, enabled } = await findConfigured(tx, slug)
      if (!enabled) return fail('plugin.not_found')
      if (manifest.server?.actions.includes(name) !== true) return fail('plugin.function_unknown')
      const call = { slug, hook: 'action', input: { name } } as const
      const message = await tx.runOutside('action', () =>
        callForUser(ctx, { ...call, caller: toPluginCaller(caller, actor) }),
      )
      const after = { plugin: slug, action: name }
      await recordSiteAction(tx, { actorId: actor.id, action: 'run_plugin_action', after })
      return { message }
    }),
  ),

  route(logCall, ({ input, ctx }) => listLog(ctx.primary, input)),
]

function listStatus({ plugins }: Context) {
  return plugins.list().map(({ slug, isEnabled }) => ({ slug_name: slug, enabled: isEnabled }))
}

type Stored = {
  archive: Buffer
  checked: Parameters<typeof storePackage>[2]
  actor: { id: string }
}

async function storeAndDescribe(tx: Tx, { archive, checked, actor }: Stored) {
  const id = await storePackage(tx, archive, checked)
  const { slug: plugin, version } = checked.manifest
  await recordSiteAction(tx, {
    actorId: actor.id,
    action: 'store_plugin',
    after: { plugin, version, sha256: checked.sha256 },
  })
  return await describePackage(tx, id)
}

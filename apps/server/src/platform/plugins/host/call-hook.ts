import type { Piece } from '@stoa/plugin-kit/rendering'
import type { Html, Kit, Plugin, PluginEvent } from '@stoa/plugin-kit/server'
import type { FileRequest } from '@stoa/plugin-kit/file-store'
import type { SlotName } from '@stoa/plugin-kit/slots'
import type { PluginHook } from '../../../kernel/plugins.ts'

type Named = { name: string }
/** It may also return nothing. */
type SlotCode = (props: never, kit: Kit) => Promise<string | Html | null>
type EventCode = (event: PluginEvent, kit: Kit) => Promise<void>
type Work = (plugin: Plugin, input: never, kit: Kit) => unknown

const works: Readonly<Record<PluginHook, Work>> = {
  review: (plugin, input, kit) => required(plugin.review, 'review')(input, kit),
  async render(plugin, { pieces }: { pieces: readonly Piece[] }, kit) {
    const results = await required(plugin.render, 'render')(pieces, kit)
    return results.map((result) => result?.toString() ?? null)
  },
  async slot({ slots }, { name, props }: { name: SlotName; props: never }, kit) {
    const slot = required(slots?.[name] as SlotCode | undefined, `slots['${name}']`)
    return ((await slot(props, kit)) ?? '').toString()
  },
  async page(plugin, input, kit) {
    const page = (await required(plugin.page, 'page')(input, kit)) ?? null
    return page === null ? null : { title: page.title.toString(), html: page.html.toString() }
  },
  function: ({ functions }, { name, input }: Named & { input: never }, kit) =>
    required(functions?.[name], `functions.${name}`)(input, kit),
  startSignIn: ({ connector }, input, kit) =>
    required(connector?.start, 'connector.start')(input, kit),
  finishSignIn: ({ connector }, input, kit) =>
    required(connector?.finish, 'connector.finish')(input, kit),
  checkCredentials: ({ connector }, input, kit) =>
    required(connector?.check, 'connector.check')(input, kit),
  branding: ({ userCenter }, input, kit) =>
    required(userCenter?.branding, 'userCenter.branding')(input, kit),
  verifyCaptcha: (plugin, input, kit) =>
    required(plugin.verifyCaptcha, 'verifyCaptcha')(input, kit),
  async startIndex({ search }, input, kit) {
    await required(search?.startIndex, 'search.startIndex')(input, kit)
  },
  changeIndex: ({ search }, input, kit) => required(search?.change, 'search.change')(input, kit),
  async finishIndex({ search }, input, kit) {
    await required(search?.finishIndex, 'search.finishIndex')(input, kit)
  },
  findPosts: ({ search }, input, kit) => required(search?.find, 'search.find')(input, kit),
  async event({ events }, input: PluginEvent, kit) {
    const { name } = input
    await required(events?.[name] as EventCode | undefined, `events['${name}']`)(input, kit)
  },
  async job({ jobs }, { name }: Named, kit) {
    await required(jobs?.[name], `jobs.${name}`)(kit)
  },
  action: async ({ actions }, { name }: Named, kit) =>
    (await required(actions?.[name], `actions.${name}`)(kit)) ?? '',
  async signFiles({ fileStore }, { requests }: { requests: readonly FileRequest[] }, kit) {
    const sign = required(fileStore?.sign, 'fileStore.sign')
    return await Promise.all(requests.map(async (request) => await sign(request, kit)))
  },
  // Optional: the site checks the types of the values itself.
  checkSettings: async (plugin, { settings }: { settings: never }, kit) =>
    (await plugin.checkSettings?.(settings, kit)) ?? {},
}

/** Fails when the manifest names something that the code does not have. */
function required<Code>(code: Code | undefined, name: string): Code {
  if (typeof code !== 'function') throw new Error(`The server code has no ${name}.`)
  return code
}

/** Calls what the plugin has for the hook. */
export async function callHook(plugin: Plugin, hook: PluginHook, input: unknown, kit: Kit) {
  return await works[hook](plugin, input as never, kit)
}

import { sanitizePluginHtml } from '@stoa/markdown/plugin-html'
import type { Locale } from '@stoa/locales/languages'
import type {
  HostPlugins,
  LoginServices,
  PluginPageRequest,
} from '@stoa/web/kernel/host-request.ts'
import type { FastifyBaseLogger } from 'fastify'
import {
  findUserCenter,
  type InstalledPlugin,
  type PluginCaller,
  PluginRejection,
  type Plugins,
} from '../../kernel/plugins.ts'
import { createPluginFiles } from './plugin-files.ts'
import { findPluginParts } from './plugin-parts.ts'
import { PluginSlots, type PluginSlot } from './plugin-slots.ts'

type Options = {
  plugins: Plugins
  siteUrl: () => string
  log: FastifyBaseLogger
  now: () => Date
  /** URLs of the modules that scripts of plugins share with the site. */
  imports: Readonly<Record<string, string>>
}

type PageCaller = Pick<PluginCaller, 'token' | 'ip'>

/** What plugins add to pages, as long as they are enabled. */
export function openPagePlugins(options: Options) {
  const { plugins, imports } = options
  const now = () => options.now().getTime()
  const files = createPluginFiles(now)
  const slots = new PluginSlots({
    fingerprint: plugins.fingerprint,
    render: (slot) => renderSlot(options, slot),
    now,
  })
  const read = () => {
    const enabled = plugins.list().filter(({ folder }) => folder !== null)
    files.setPlugins(enabled)
    slots.clear()
    services = findServices(plugins)
    return findPluginParts(enabled)
  }
  let services = findServices(plugins)
  let parts = read()
  return {
    files,
    services: () => services,
    /** After a change of the plugins. */
    reload() {
      parts = read()
    },
    forRequest(caller: PageCaller): HostPlugins | null {
      if (parts === null) return null
      const { list, filling, hasScript, frameSources } = parts
      let isIncomplete = false
      return {
        list,
        importMap: hasScript ? imports : null,
        frameSources,
        async slot(slot, locale) {
          const filled = filling(slot.name).map(async ({ slug }) => {
            const html = await slots.fill({ slug, slot, locale })
            isIncomplete ||= html === null
            return html === null || html === '' ? [] : [{ plugin: slug, html }]
          })
          return (await Promise.all(filled)).flat()
        },
        page: (request, locale) => renderPage(options, request, { ...caller, locale }),
        isIncomplete: () => isIncomplete,
      }
    },
  }
}

export type PagePlugins = ReturnType<typeof openPagePlugins>

function findServices(plugins: Plugins): LoginServices {
  const center = findUserCenter(plugins)
  if (center === null)
    return { hasConnectors: plugins.list().some((plugin) => isConnector(plugin)), userCenter: null }
  const { displayName: name, controlCenter } = center.userCenter
  const links = controlCenter.map(({ label, url }) => ({ label, url }))
  const ownsLogin = center.owns.includes('login')
  return { hasConnectors: true, userCenter: { name, ownsLogin, links } }
}

const isConnector = ({ isEnabled, manifest }: InstalledPlugin) =>
  isEnabled && manifest.server?.connector !== undefined

/** As for a visitor, because all readers get the same. */
async function renderSlot({ plugins, siteUrl }: Options, { slug, slot, locale }: PluginSlot) {
  const caller = { locale, viewer: null, token: null, ip: '' }
  const html = await plugins.call(slug, 'slot', slot, caller)
  return sanitizePluginHtml(html, { siteUrl: siteUrl(), scope: slug })
}

async function renderPage(
  { plugins, siteUrl, log }: Options,
  { slug, path, query, viewer }: PluginPageRequest,
  caller: PageCaller & { locale: Locale },
) {
  const plugin = plugins.find(slug)
  if (plugin === null || plugin.folder === null || plugin.manifest.pages.length === 0) return null
  try {
    const page = await plugins.call(slug, 'page', { path, query }, { ...caller, viewer })
    if (page === null) return null
    const html = sanitizePluginHtml(page.html, { siteUrl: siteUrl(), scope: slug })
    return { title: page.title, html }
  } catch (error) {
    if (error instanceof PluginRejection) return null
    log.warn({ err: error, plugin: slug }, 'page of a plugin failed')
    return 'failed'
  }
}

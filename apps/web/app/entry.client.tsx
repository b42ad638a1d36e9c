import { loadMessages } from '@stoa/locales/load'
import type { PluginLink, UiPlugin } from '@stoa/plugin-kit/ui'
import { startTransition, StrictMode, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { readBoot, type Boot, InitialVisit } from './platform/boot/boot.tsx'
import { preserveTypedText } from './platform/boot/preserve-typed-text.ts'
import { setPluginModules } from './platform/plugins/plugins.ts'
import { shareModules } from './platform/plugins/shared-modules.ts'

async function start() {
  const boot = readBoot()
  shareModules()
  const [plugins] = await Promise.all([
    Promise.all(boot.plugins.map(loadPlugin)),
    initializeRouter(boot),
    loadMessages(boot.locale),
  ])
  setPluginModules(plugins)
  const restoreTextAreas = preserveTypedText()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <InitialVisit value={boot.visit}>
          <HydratedRouter />
          <OnHydrated run={restoreTextAreas} />
        </InitialVisit>
      </StrictMode>,
    )
  })
}

function OnHydrated({ run }: { run: () => void }) {
  useLayoutEffect(run, [run])
  return null
}

/** Sets the globals that the router's own inline scripts would set. */
async function initializeRouter({ context, state, routes }: Boot) {
  const modules = routes.map(async ([id, url]) => {
    const module: unknown = await import(/* @vite-ignore */ url)
    return [id, module] as const
  })
  Object.assign(window, {
    __reactRouterContext: { ...context, stream: new Response(state).body },
    __reactRouterRouteModules: Object.fromEntries(await Promise.all(modules)),
  })
}

/** A broken plugin must not prevent hydration. */
async function loadPlugin({ id, url }: PluginLink): Promise<UiPlugin> {
  try {
    const module = (await import(/* @vite-ignore */ url)) as { default: UiPlugin }
    return module.default
  } catch (error) {
    console.error(`plugin ${id} failed to load`, error)
    return { id, slots: {} }
  }
}

void start()

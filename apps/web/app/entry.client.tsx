import { loadAdminMessages, loadMessages } from '@stoa/locales/load'
import type { PluginLink, UiPlugin } from '@stoa/plugin-kit/ui'
import { startTransition, StrictMode, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { preserveTypedText } from './framework-internals/preserve-typed-text.ts'
import { setRouterGlobals } from './framework-internals/router-handoff.ts'
import { readBoot, type Boot, InitialVisit } from './platform/boot/boot.tsx'
import type { Frame } from './routes.ts'
import { setPluginModules } from './platform/plugins/plugins.ts'
import { shareModules } from './platform/plugins/shared-modules.ts'

/** The id of the route around every screen of the admin area. */
const adminFrame = 'admin' satisfies Frame

async function start() {
  const boot = readBoot()
  shareModules()
  const [plugins] = await Promise.all([
    Promise.all(boot.plugins.map(loadPlugin)),
    initializeRouter(boot),
    loadMessages(boot.locale),
    boot.routes.some(([id]) => id === adminFrame) ? loadAdminMessages() : null,
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

async function initializeRouter(boot: Boot) {
  const modules = boot.routes.map(async ([id, url]) => {
    const module: unknown = await import(/* @vite-ignore */ url)
    return [id, module] as const
  })
  setRouterGlobals(boot, Object.fromEntries(await Promise.all(modules)))
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

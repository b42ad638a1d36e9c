import { loadMessages } from '@stoa/locales/load'
import type { PluginLink, UiPlugin } from '@stoa/plugin-kit/ui'
import { startTransition, StrictMode, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { readBoot, type Boot } from './kernel/boot.tsx'
import { InitialVisit } from './kernel/initial-visit.ts'
import { setPluginModules } from './kernel/plugins.ts'
import { shareModules } from './kernel/shared-modules.ts'
import { keepTypedText } from './kernel/typed-text.ts'

async function start() {
  const boot = readBoot()
  shareModules()
  const [plugins] = await Promise.all([
    Promise.all(boot.plugins.map(loadPlugin)),
    handOver(boot),
    loadMessages(boot.locale),
  ])
  setPluginModules(plugins)
  const letGo = keepTypedText()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <InitialVisit value={boot.visit}>
          <HydratedRouter />
          <Taken onTaken={letGo} />
        </InitialVisit>
      </StrictMode>,
    )
  })
}

/** Says when React has taken over the page. */
function Taken({ onTaken }: { onTaken: () => void }) {
  useLayoutEffect(onTaken, [onTaken])
  return null
}

/** Gives the router what its own inline scripts would have given it. */
async function handOver({ context, state, routes }: Boot) {
  const modules = routes.map(async ([id, url]) => {
    const module: unknown = await import(/* @vite-ignore */ url)
    return [id, module] as const
  })
  Object.assign(window, {
    __reactRouterContext: { ...context, stream: new Response(state).body },
    __reactRouterRouteModules: Object.fromEntries(await Promise.all(modules)),
  })
}

/** One broken plugin must not keep the page from starting. */
async function loadPlugin({ id, url }: PluginLink): Promise<UiPlugin> {
  try {
    const module = (await import(/* @vite-ignore */ url)) as { default: UiPlugin }
    return module.default
  } catch (error) {
    console.error(`plugin ${id} did not load`, error)
    return { id, slots: {} }
  }
}

void start()

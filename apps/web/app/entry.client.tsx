import { loadAdminMessages, loadMessages } from '@stoa/locales/load'
import { startTransition, StrictMode, useLayoutEffect, type ErrorInfo } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { preserveTypedText } from './framework-internals/preserve-typed-text.ts'
import { setRouterGlobals } from './framework-internals/router-handoff.ts'
import { readBoot, type Boot, InitialVisit } from './platform/boot/boot.tsx'
import type { Frame } from './routes.ts'

/** The id of the route around every screen of the admin area. */
const adminFrame = 'admin' satisfies Frame

async function start() {
  const boot = readBoot()
  await Promise.all([
    initializeRouter(boot),
    loadMessages(boot.locale),
    boot.routes.some(([id]) => id === adminFrame) ? loadAdminMessages() : null,
  ])
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
      { onCaughtError: logCaughtError },
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

/** Boundaries around plugins log themselves, once for each plugin. */
function logCaughtError(error: unknown, { errorBoundary }: ErrorInfo & { errorBoundary?: object }) {
  if (errorBoundary === undefined || !('logsErrors' in errorBoundary)) console.error(error)
}

void start()

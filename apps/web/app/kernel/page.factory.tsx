import '@stoa/locales/all'
import { configure, render } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, vi } from 'vitest'
import { ToastProvider } from '../ui/toast.tsx'
import { LoginPromptContext, type LoginPrompt } from './login-redirect.tsx'
import { VisitProvider } from './visit-context.tsx'
import type { Visit } from './visit.ts'

// Tests may share two cores with other work.
configure({ asyncUtilTimeout: 20_000 })

type Routes = Parameters<typeof createRoutesStub>[0]

const noPrompt = () => {
  throw new Error('unexpected login prompt')
}

/** Renders routes for a member, unless `visit` says otherwise. */
export function renderRoutes(
  routes: Routes,
  path: string,
  visit: Partial<Visit> = {},
  onLoginPrompt?: (prompt: LoginPrompt) => void,
) {
  const Stub = createRoutesStub(routes)
  const viewer = { id: 'ada', lacking: {} } as Visit['viewer']
  return render(
    <VisitProvider value={{ viewer, locale: 'en_US', ...visit } as Visit}>
      <ToastProvider label="Messages" closeLabel="Close">
        <LoginPromptContext value={onLoginPrompt ?? noPrompt}>
          <Stub initialEntries={[path]} />
        </LoginPromptContext>
      </ToastProvider>
    </VisitProvider>,
  )
}

type Reply = { status: number; reason?: string; msg?: string; data?: unknown }
type SentCall = { path: string; input: unknown; reply: (reply: Reply) => void; fail: () => void }

/** Replaces `fetch`. A call waits until the test replies. */
export function stubApi() {
  const calls: SentCall[] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string }) => {
    return new Promise<Response>((resolve, reject) => {
      calls.push({
        path,
        input: body === undefined ? undefined : JSON.parse(body),
        reply: (reply) => resolve(Response.json({ reason: '', msg: '', data: null, ...reply })),
        fail: () => reject(new TypeError('fetch failed')),
      })
    })
  })
  return {
    calls,
    /** The last of so many calls. */
    async sent(count: number): Promise<SentCall> {
      await expect.poll(() => calls.length).toBe(count)
      return calls[count - 1] as SentCall
    },
  }
}

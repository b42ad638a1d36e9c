import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { describe, expect, it } from 'vitest'
import { hostContext, visitContext } from './kernel/context.server.ts'
import type { HostRequest } from './kernel/host-request.ts'
import { aViewer, aVisit } from './kernel/visit.factory.ts'
import type { Viewer, Visit } from './kernel/visit.ts'
import { screens } from './routes.ts'
import { guard } from './platform/guards/guard.server.ts'
import { checkGuard, type GuardName } from './platform/guards/rules.ts'

const viewers: Record<string, Viewer | null> = {
  visitor: null,
  inactive: aViewer({ mail_status: 2 }),
  member: aViewer(),
  suspended: aViewer({ status: 'suspended' }),
  moderator: aViewer({ role_id: 3 }),
  admin: aViewer({ role_id: 2 }),
}

function handlerOf(name: GuardName) {
  const module = { default: () => null, middleware: [guard(name)], loader: () => 'loaded' }
  const routes = {
    root: { id: 'root', path: '', module: { default: () => null } },
    home: { id: 'home', parentId: 'root', index: true, module },
    screen: { id: 'screen', parentId: 'root', path: '*', module },
  }
  const build = {
    entry: {
      module: {
        default: (...[, status, headers]: [Request, number, Headers]) =>
          Promise.resolve(new Response('page', { status, headers })),
      },
    },
    routes,
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' },
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild
  return createRequestHandler(build, 'production')
}

function request(name: GuardName, path: string, visit: Visit) {
  const context = new RouterContextProvider()
  context.set(visitContext, visit)
  context.set(hostContext, { isInstalled: true } as HostRequest)
  return handlerOf(name)(new Request(`https://bakers.example${path}`), context)
}

async function outcomeOf(name: GuardName, viewer: Viewer | null) {
  const response = await request(name, '/place?page=2', aVisit({ viewer }))
  if (response.status === 302) return { redirect: response.headers.get('location') }
  return response.status === 200 ? null : { status: response.status }
}

describe('the guard of each screen', () => {
  const guards = [...new Set(screens.map((screen) => screen.guard))]
  const cases = [...guards, 'staff' as const, 'admin' as const].flatMap((name) =>
    Object.entries(viewers).map(([kind, viewer]) => [name, kind, viewer] as const),
  )

  it.each(cases)('%s answers the viewer “%s” as its rule says', async (name, _kind, viewer) => {
    const { site } = aVisit()
    const input = { viewer, site, location: '/place?page=2', isInstalled: true }
    expect(await outcomeOf(name, viewer)).toEqual(checkGuard(name, input))
  })

  it.each(guards)(
    '%s is in the file of its name, and runs on client-side navigation',
    async (name) => {
      const file = (await import(`./guards/${name}.tsx`)) as {
        middleware: ReturnType<typeof guard>[]
        loader: unknown
      }
      expect(file.middleware.length).toBe(1)
      expect(file.loader).toBeTypeOf('function')
    },
  )
})

describe('a client-side navigation of a visitor on a private site', () => {
  const visit = aVisit({ site: { loginRequired: true } })

  it.each([
    ['/_.data', '/users/login'],
    ['/questions.data?page=2&_routes=screen', '/users/login?redirect=%2Fquestions%3Fpage%3D2'],
  ])('to %s leads back to the page after the login', async (path, location) => {
    const body = await (await request('reader', path, visit)).text()
    expect(body).toContain(`"${location}"`)
  })
})

// A minimal app that runs with the installed React Router, to compare what it writes with what this folder expects.
import type { ComponentType } from 'react'
import { createRequestHandler, type EntryContext, type ServerBuild } from 'react-router'

/** What the router passes to `entry.server.tsx` for a page with one route. */
export async function captureEntry(Root: ComponentType, url = 'http://site.test/') {
  const entries: EntryContext[] = []
  const build = {
    entry: {
      module: {
        default: (...[, , , entry]: [Request, number, Headers, EntryContext]) => {
          entries.push(entry)
          return Promise.resolve(new Response())
        },
      },
    },
    routes: {
      root: { id: 'root', path: '', module: { default: Root, loader: () => ({ name: 'Rut <3' }) } },
    },
    assets: {
      entry: { module: '/entry.js', imports: ['/react.js'] },
      routes: {
        root: {
          id: 'root',
          path: '',
          module: '/root.js',
          imports: ['/shared.js'],
          hasAction: false,
          hasLoader: true,
          hasClientAction: false,
          hasClientLoader: false,
          hasClientMiddleware: false,
          hasDefaultExport: true,
          hasErrorBoundary: false,
        },
      },
      url: '/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: 'client',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  } as unknown as ServerBuild
  await createRequestHandler(build, 'production')(new Request(url))
  const [entry] = entries
  if (entry === undefined) throw new Error('React Router did not call the function that renders')
  return entry
}

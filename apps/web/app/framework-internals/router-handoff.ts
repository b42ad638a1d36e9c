// Relies on: the globals from which HydratedRouter reads the state of the page, `window.__reactRouterContext` and
// `window.__reactRouterRouteModules`, and turbo-stream as the encoding of the loader data.
// Why: <Scripts> writes inline scripts that differ by page and load React at once. Visitors get one script that is the
// same on all pages, allowed by its hash, and React at the first interaction: about 100 KB less (decision 8).
// Upstream: https://github.com/remix-run/react-router/issues/15083 is about these scripts and a Content-Security-Policy;
// no upstream issue found for hydrating later.

/** What the browser needs to hydrate a page. */
export type RouterHandoff = {
  /** Becomes `__reactRouterContext`. */
  context: object
  /** Loader data, encoded by the router. */
  state: string
  /** Loaded in order; the last is `entry.client`. */
  scripts: string[]
  routes: [id: string, url: string][]
}

/** Sets what the inline scripts of the router would set. */
export function setRouterGlobals(
  { context, state }: Pick<RouterHandoff, 'context' | 'state'>,
  routeModules: Readonly<Record<string, unknown>>,
) {
  Object.assign(window, {
    __reactRouterContext: { ...context, stream: new Response(state).body },
    __reactRouterRouteModules: routeModules,
  })
}

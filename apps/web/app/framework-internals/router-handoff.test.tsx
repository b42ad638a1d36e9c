// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot, type Root as ReactRoot } from 'react-dom/client'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Scripts, ServerRouter, useLoaderData } from 'react-router'
import { HydratedRouter } from 'react-router/dom'
import { expect, it } from 'vitest'
import { captureEntry } from './contract-app.fixture.tsx'
import { collectHandoff, toRenderContext } from './router-handoff.server.ts'
import { setRouterGlobals } from './router-handoff.ts'

const advice =
  'React Router hands the page over in another form: compare <Scripts> and HydratedRouter of the new version with framework-internals/router-handoff*.ts'

function Root() {
  const { name } = useLoaderData<{ name: string }>()
  const [clicks, setClicks] = useState(0)
  return (
    <button onClick={() => setClicks(clicks + 1)}>
      {name}: {clicks}
    </button>
  )
}

/** What the router writes when it is used as documented. */
async function renderScripts() {
  const entry = await captureEntry(() => (
    <>
      <Root />
      <Scripts />
    </>
  ))
  return new Promise<string>((resolve, reject) => {
    const page = <ServerRouter context={entry} url="http://site.test/" />
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onError: reject,
    })
  })
}

it('hands over the context and the data that <Scripts> writes', async () => {
  const html = await renderScripts()
  const { handoff } = await collectHandoff(await captureEntry(Root))
  const context = /window\.__reactRouterContext = (\{.*?\});window\.__reactRouterContext\.stream = /
  expect(JSON.parse(context.exec(html)?.[1] ?? 'null'), advice).toEqual(handoff.context)
  const chunks = html.matchAll(/__reactRouterContext\.streamController\.enqueue\((".*?")\);</g)
  const state = [...chunks].map(([, chunk = '']) => JSON.parse(chunk) as string).join('')
  expect(state, advice).toBe(handoff.state)
  expect(handoff.state, advice).toContain('Rut <3')
})

it('loads the modules that <Scripts> loads, in the same order', async () => {
  const html = await renderScripts()
  const { handoff, modules } = await collectHandoff(await captureEntry(Root))
  expect(html, advice).toContain('window.__reactRouterRouteModules = {"root":route0};')
  const imports = [...html.matchAll(/import(?: \* as route0 from )?[ (]?"(.*?)"/g)]
  const urls = imports.map(([, url]) => url)
  const [manifest, entry] = handoff.scripts
  expect(urls, advice).toEqual([manifest, ...handoff.routes.map(([, url]) => url), entry])
  const preloads = [...html.matchAll(/<link rel="modulepreload" href="(.*?)"/g)]
  expect(new Set(modules), advice).toEqual(new Set(preloads.map(([, url]) => url)))
})

it('hydrates a page with the globals that it sets', async () => {
  const entry = await captureEntry(Root, location.href)
  const { handoff } = await collectHandoff(entry)
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(
    <ServerRouter context={toRenderContext(entry)} url={location.href} />,
  )
  const button = container.querySelector('button')
  setRouterGlobals(handoff, { root: { default: Root } })
  // Set by the script at `manifest.url`.
  Object.assign(window, { __reactRouterManifest: entry.manifest })
  const errors: unknown[] = []
  let root: ReactRoot | undefined
  await act(async () => {
    root = hydrateRoot(container, <HydratedRouter />, {
      onRecoverableError: (error) => errors.push(error),
    })
  })
  await act(async () => button?.click())
  expect(errors, advice).toEqual([])
  expect(container.querySelector('button'), advice).toBe(button)
  expect(button?.textContent, advice).toBe('Rut <3: 1')
  await act(async () => root?.unmount())
  container.remove()
})

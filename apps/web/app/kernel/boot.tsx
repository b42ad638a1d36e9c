import { createContext, useContext } from 'react'
import type { PluginLink } from '@stoa/plugin-kit/ui'
import type { Visit } from './visit.ts'

export const bootId = 'stoa-boot'

/** The `handle` of a route whose page needs scripts before anyone touches it. */
export const hydrateAtOnce = 'hydrate-at-once'

/** What a page brings along for the application that may start on it; `loader.js` reads it. */
export type Boot = {
  when: 'now' | 'intent'
  locale: Visit['locale']
  /** What the router calls its context. */
  context: object
  /** Loader data, as the router encodes it. */
  state: string
  /** What the loader adds to the page, one after the other; the last is `entry.client`. */
  scripts: string[]
  routes: [id: string, url: string][]
  preload: string[]
  plugins: PluginLink[]
  /** Only on error pages, where no loader may have run. */
  visit: Visit | null
}

/** What the server knows about the page it is rendering; null in a browser. */
export type Rendering = {
  boot: string
  nonce: string | undefined
  loader: string
  importMap: string | null
  preload: string[]
}

export const RenderingContext = createContext<Rendering | null>(null)

// A browser finds these elements in the page and must leave them as they are.
const keep = { suppressHydrationWarning: true } as const

/** Inline text for a script or style: in a browser whatever the server wrote stays. */
function inline(text: string | undefined) {
  return { __html: text ?? '' }
}

/** First in the head: names for shared modules must be known before any module loads. */
export function ImportMap() {
  const rendering = useContext(RenderingContext)
  const inPage =
    typeof document !== 'undefined' && document.querySelector('script[type=importmap]') !== null
  if (!inPage && (rendering === null || rendering.importMap === null)) return null
  return (
    <script
      {...keep}
      type="importmap"
      nonce={rendering?.nonce}
      dangerouslySetInnerHTML={inline(rendering?.importMap ?? undefined)}
    />
  )
}

/** The palette, or any other style that must be there with the first byte. */
export function InlineStyle({ css }: { css: string }) {
  const nonce = useContext(RenderingContext)?.nonce
  return <style {...keep} nonce={nonce} dangerouslySetInnerHTML={inline(css)} />
}

/** Last in the body: the data of the page and the script that starts the application on it. */
export function BootScripts() {
  const rendering = useContext(RenderingContext)
  return (
    <>
      {rendering?.preload.map((href) => (
        <link key={href} rel="modulepreload" href={href} nonce={rendering.nonce} />
      ))}
      <script
        {...keep}
        id={bootId}
        type="application/json"
        dangerouslySetInnerHTML={inline(rendering?.boot)}
      />
      <script
        {...keep}
        nonce={rendering?.nonce}
        dangerouslySetInnerHTML={inline(rendering?.loader)}
      />
    </>
  )
}

/** Reads what the page brought along. */
export function readBoot(): Boot {
  return JSON.parse(document.getElementById(bootId)?.textContent ?? '') as Boot
}

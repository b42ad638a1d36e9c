import { createContext, useContext } from 'react'
import type { RouterHandoff } from '../../framework-internals/router-handoff.ts'
import type { Visit } from '../../kernel/visit.ts'

export const bootId = 'stoa-boot'

/** Inline data for hydration; read by `loader.js` and `entry.client.tsx`. */
export type Boot = RouterHandoff & {
  when: 'now' | 'intent'
  locale: Visit['locale']
  preload: string[]
  /** Only set on error pages, where the root loader may not have run. */
  visit: Visit | null
}

/** Scripts of the page being rendered; only available on the server. */
export type PageScripts = {
  boot: string
  nonce: string | undefined
  loader: string
  importMap: string | null
  preload: string[]
}

/** Fallback for error pages where the root loader did not run. */
export const InitialVisit = createContext<Visit | null>(null)

export function useInitialVisit(): Visit | null {
  return useContext(InitialVisit)
}

export const PageScriptsContext = createContext<PageScripts | null>(null)

// The browser does not have the content of these elements and must not replace it on hydration.
const keepServerMarkup = { suppressHydrationWarning: true } as const

function inline(text: string | undefined) {
  return { __html: text ?? '' }
}

/** Must come first in the head: import maps only apply to modules loaded after them. */
export function ImportMap() {
  const pageScripts = useContext(PageScriptsContext)
  const isInPage =
    typeof document !== 'undefined' && document.querySelector('script[type=importmap]') !== null
  if (!isInPage && (pageScripts === null || pageScripts.importMap === null)) return null
  return (
    <script
      {...keepServerMarkup}
      type="importmap"
      nonce={pageScripts?.nonce}
      dangerouslySetInnerHTML={inline(pageScripts?.importMap ?? undefined)}
    />
  )
}

export function InlineStyle({ css }: { css: string }) {
  const nonce = useContext(PageScriptsContext)?.nonce
  return <style {...keepServerMarkup} nonce={nonce} dangerouslySetInnerHTML={inline(css)} />
}

export function BootScripts() {
  const pageScripts = useContext(PageScriptsContext)
  return (
    <>
      {pageScripts?.preload.map((href) => (
        <link key={href} rel="modulepreload" href={href} nonce={pageScripts.nonce} />
      ))}
      <script
        {...keepServerMarkup}
        id={bootId}
        type="application/json"
        dangerouslySetInnerHTML={inline(pageScripts?.boot)}
      />
      <script
        {...keepServerMarkup}
        nonce={pageScripts?.nonce}
        dangerouslySetInnerHTML={inline(pageScripts?.loader)}
      />
    </>
  )
}

export function readBoot(): Boot {
  return JSON.parse(document.getElementById(bootId)?.textContent ?? '') as Boot
}

/** Escapes `<` so that no string can close the script element. */
export function toInlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

// What the script of a plugin uses. It runs in the page, with the site's copy of React.
import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
import type { Json } from './server.ts'
import type { SlotName, SlotProps } from './slots.ts'

/** The default export of the script. */
export type UiPlugin = {
  /** Shown in place of the HTML from the server, if there is any. */
  readonly slots?: { readonly [Name in SlotName]?: ComponentType<SlotProps[Name]> }
  /**
   * Called for each element with the class `plugin-<slug>` in texts, also in previews and in texts that come later. It may return
   * what undoes it, which is called when the element is gone.
   */
  readonly pieces?: (element: HTMLElement, host: Host) => (() => void) | void
  /** Shown in place of the HTML of the plugin's pages. The path is that below `/p/<slug>`. */
  readonly page?: ComponentType<{ path: string }>
}

/** What a component of a plugin knows of the site. */
export type Host = {
  /** The plugin's own slug. */
  readonly plugin: string
  readonly locale: string
  /** Null for visitors. */
  readonly viewer: { readonly id: string; readonly username: string } | null
  /** Calls a function of the server code. Rejects with a message that can be shown. */
  call(name: string, input?: Json): Promise<Json>
  /** A message of the plugin, with `{name}` replaced. */
  t(key: string, values?: Readonly<Record<string, string | number>>): string
  /** The URL of an asset. */
  fileUrl(name: string): string
  /**
   * A frame that runs a script of `frames` without access to the page, its cookies and its storage, and without its rules for
   * styles. It is not in the page yet. Use `postMessage` to talk with it.
   */
  createFrame(name: string): HTMLIFrameElement
  /** Writes at the cursor. Only in the toolbar of the editor. */
  insertText(text: string): void
}

const HostContext = createContext<Host | null>(null)

/** Only for its types. */
export function definePlugin(plugin: UiPlugin): UiPlugin {
  return plugin
}

export function useHost(): Host {
  const host = useContext(HostContext)
  if (host === null) throw new Error('useHost works in components of plugins only')
  return host
}

/** Used by the site, not by plugins. */
export function HostProvider({ value, children }: { value: Host; children: ReactNode }) {
  return <HostContext value={value}>{children}</HostContext>
}

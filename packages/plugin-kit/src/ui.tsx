import {
  Component,
  createContext,
  Suspense,
  useContext,
  type ComponentType,
  type ReactNode,
} from 'react'

/** Extension points in the site's pages and the props each passes to plugins. */
export type SlotProps = {
  'question.footer': { questionId: string; title: string }
}

export type SlotName = keyof SlotProps

/** The components a plugin renders, by slot. */
export type UiPlugin = {
  readonly id: string
  readonly slots: { readonly [Name in SlotName]?: ComponentType<SlotProps[Name]> }
}

/** The URL a browser loads a plugin from. */
export type PluginLink = { id: string; url: string }

/** The context a plugin can read. */
export type Host = {
  readonly plugins: readonly UiPlugin[]
  readonly locale: string
  readonly viewer: { readonly id: string; readonly username: string } | null
}

const HostContext = createContext<Host>({ plugins: [], locale: 'en_US', viewer: null })

/** Call it for the default export of a plugin's `ui.js`. */
export function definePlugin(plugin: UiPlugin): UiPlugin {
  return plugin
}

export function useHost(): Host {
  return useContext(HostContext)
}

/** Used by the host, not by plugins. */
export function HostProvider({ value, children }: { value: Host; children: ReactNode }) {
  return <HostContext value={value}>{children}</HostContext>
}

type SlotElementProps = { [Name in SlotName]: { name: Name } & SlotProps[Name] }[SlotName]

/** Suspense contains errors during server rendering, the error boundary those in the browser. */
export function Slot({ name, ...props }: SlotElementProps) {
  const { plugins } = useHost()
  return plugins.map((plugin) => {
    const SlotComponent = plugin.slots[name]
    if (SlotComponent === undefined) return null
    return (
      <SlotBoundary key={plugin.id} plugin={plugin.id}>
        <Suspense fallback={null}>
          <SlotComponent {...props} />
        </Suspense>
      </SlotBoundary>
    )
  })
}

type BoundaryProps = { plugin: string; children: ReactNode }

class SlotBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(`plugin ${this.props.plugin} failed`, error)
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}

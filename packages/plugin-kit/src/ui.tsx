import {
  Component,
  createContext,
  Suspense,
  useContext,
  type ComponentType,
  type ReactNode,
} from 'react'

/** The places in the site's pages where plugins may show something, and what each is told. */
export type SlotProps = {
  'question.footer': { questionId: string; title: string }
}

export type SlotName = keyof SlotProps

/** What a plugin adds to the pages of the site. */
export type UiPlugin = {
  readonly id: string
  readonly slots: { readonly [Name in SlotName]?: ComponentType<SlotProps[Name]> }
}

/** Where a browser finds a plugin. */
export type PluginLink = { id: string; url: string }

/** What a plugin may know about the page it is on. */
export type Host = {
  readonly plugins: readonly UiPlugin[]
  readonly locale: string
  readonly viewer: { readonly id: string; readonly username: string } | null
}

const HostContext = createContext<Host>({ plugins: [], locale: 'en_US', viewer: null })

/** Declares a plugin; the default export of its `ui.js`. */
export function definePlugin(plugin: UiPlugin): UiPlugin {
  return plugin
}

/** The page a plugin is on. */
export function useHost(): Host {
  return useContext(HostContext)
}

/** The host puts this around all of its pages. */
export function HostProvider({ value, children }: { value: Host; children: ReactNode }) {
  return <HostContext value={value}>{children}</HostContext>
}

type SlotElementProps = { [Name in SlotName]: { name: Name } & SlotProps[Name] }[SlotName]

/**
 * A place where plugins may show something. The Suspense is what keeps a failure on the server inside the slot;
 * the boundary does the same in a browser.
 */
export function Slot({ name, ...props }: SlotElementProps) {
  const { plugins } = useHost()
  return plugins.map((plugin) => {
    const Part = plugin.slots[name]
    if (Part === undefined) return null
    return (
      <SlotBoundary key={plugin.id} plugin={plugin.id}>
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      </SlotBoundary>
    )
  })
}

type BoundaryProps = { plugin: string; children: ReactNode }

/** A plugin that fails leaves its place empty and the rest of the page alone. */
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

import type { SlotName } from '@stoa/plugin-kit/slots'
import { Component, lazy, Suspense, type ReactNode } from 'react'
import { useHydrated } from '../../../kernel/hydration.ts'
import type { PagePlugin } from '../../../kernel/visit.ts'
import { classNames } from '../../../ui/class-names.ts'

const PluginComponent = lazy(async () => ({
  default: (await import('./plugin-component.tsx')).PluginComponent,
}))

export type PluginPartProps = {
  plugin: PagePlugin
  /** What its script shows; null if it shows nothing here. */
  part: SlotName | 'page' | null
  props: object
  onInsert?: ((text: string) => void) | undefined
  className?: string | undefined
  /** From the server: stays until the script is loaded, and if that fails. */
  children: ReactNode
}

/** What a plugin shows in one place. It cannot cover anything else. */
export function PluginPart(props: PluginPartProps) {
  const { plugin, part, className, children } = props
  const isHydrated = useHydrated()
  return (
    <div data-plugin={plugin.slug} className={classNames('min-w-0 contain-content', className)}>
      {plugin.style !== null && (
        <link rel="stylesheet" href={plugin.files + plugin.style} precedence="plugin" />
      )}
      {isHydrated && part !== null && hasImportMap() ? (
        <PluginBoundary slug={plugin.slug} fallback={children}>
          <Suspense fallback={children}>
            <PluginComponent {...props} part={part} />
          </Suspense>
        </PluginBoundary>
      ) : (
        children
      )}
    </div>
  )
}

export function PluginHtml({ html }: { html: string }) {
  return <div dir="auto" className="prose text-md" dangerouslySetInnerHTML={{ __html: html }} />
}

/** A page that was loaded before the plugin was enabled has none, and browsers read only one. */
export function hasImportMap(): boolean {
  return document.querySelector('script[type=importmap]') !== null
}

const failed = new Set<string>()

type BoundaryProps = { slug: string; fallback: ReactNode; children: ReactNode }

class PluginBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  /** See `entry.client.tsx`. */
  logsErrors = true
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    const { slug } = this.props
    if (failed.has(slug)) return
    failed.add(slug)
    console.error(`plugin ${slug} failed`, error)
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

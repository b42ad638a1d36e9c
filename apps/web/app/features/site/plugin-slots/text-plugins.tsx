import { lazy, Suspense, useContext } from 'react'
import { useHydrated } from '../../../kernel/hydration.ts'
import { HtmlStore } from '../../../kernel/post-text.tsx'
import { useVisit } from '../../../kernel/visit-context.tsx'
import type { PagePlugin } from '../../../kernel/visit.ts'

const TextPieces = lazy(async () => ({
  default: (await import('./text-pieces.tsx')).TextPieces,
}))

/** What plugins need on pages with texts of which they show a part. */
export function TextPlugins() {
  const isHydrated = useHydrated()
  const plugins = useVisit().plugins?.filter(({ texts }) => texts !== null) ?? []
  if (plugins.length === 0) return null
  return (
    <>
      <ServerStyles plugins={plugins} />
      {isHydrated && (
        <Suspense fallback={null}>
          <TextPieces plugins={plugins} />
        </Suspense>
      )}
    </>
  )
}

/** Of plugins that show a part of this page. In the browser, `TextPieces` adds those of texts that come later. */
function ServerStyles({ plugins }: { plugins: readonly PagePlugin[] }) {
  const texts = [...(useContext(HtmlStore)?.values() ?? [])]
  return plugins
    .filter(({ slug }) => texts.some((html) => html.includes(`plugin-${slug}`)))
    .map((plugin) => <PluginStyle key={plugin.slug} plugin={plugin} />)
}

export function PluginStyle({ plugin: { files, style } }: { plugin: PagePlugin }) {
  return style !== null && <link rel="stylesheet" href={files + style} precedence="plugin" />
}

import { data } from 'react-router'
import { PluginPart } from '../features/site/plugin-slots/plugin-part.tsx'
import { SitePage } from '../features/site/shell/site-page.tsx'
import { hostContext, visitContext } from '../kernel/context.server.ts'
import { PageMeta } from '../kernel/page-meta.tsx'
import { pluginPagePath } from '../kernel/paths.ts'
import { toLoadedText } from '../kernel/post-text.server.ts'
import { PostText } from '../kernel/post-text.tsx'
import { useTranslate, useVisit } from '../kernel/visit-context.tsx'
import { isStaff, isAdmin, type Viewer } from '../kernel/visit.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PageHead } from '../ui/section.tsx'
import type { Route } from './+types/plugin-page.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { plugins } = context.get(hostContext)
  const { viewer, locale } = context.get(visitContext)
  const { slug } = params
  const below = (('*' in params ? params['*'] : undefined) ?? '').replace(/\/+$/, '')
  const path = below === '' ? '' : `/${below}`
  const query = Object.fromEntries(url.searchParams)
  const page = await plugins?.page({ slug, path, query, viewer: toPluginViewer(viewer) }, locale)
  if (page === undefined || page === null) throw data(null, { status: 404 })
  if (page === 'failed') return data({ slug, path, page: null }, { status: 503 })
  const text = toLoadedText(context, `plugin-${slug}`, page.html)
  return data({ slug, path, page: { title: page.title, text } })
}

function toPluginViewer(viewer: Viewer | null) {
  if (viewer === null) return null
  const { id, username } = viewer
  const role = isAdmin(viewer) ? 'admin' : isStaff(viewer) ? 'moderator' : 'user'
  return { id, username, role } as const
}

export default function PluginPage({ loaderData: { slug, path, page } }: Route.ComponentProps) {
  const t = useTranslate()
  const { plugins = [] } = useVisit()
  const plugin = plugins.find((one) => one.slug === slug)
  if (page === null || plugin === undefined)
    return (
      <SitePage>
        <PageMeta title={plugin?.name ?? t('plugin_page.failed')} noIndex />
        <ErrorState title={t('plugin_page.failed')}>{t('plugin_page.failed_text')}</ErrorState>
      </SitePage>
    )
  return (
    <SitePage>
      <PageMeta title={page.title} canonical={pluginPagePath(slug, path)} />
      <PageHead title={page.title} />
      <PluginPart
        key={path}
        plugin={plugin}
        part={plugin.script === null ? null : 'page'}
        props={{ path }}
      >
        <PostText text={page.text} className="prose max-w-measure" />
      </PluginPart>
    </SitePage>
  )
}

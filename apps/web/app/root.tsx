import { loadMessages } from '@stoa/locales/load'
import { translator } from '@stoa/locales/translate'
import type { ReactNode } from 'react'
import { Links, Outlet, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root.ts'
import { LiveCounts } from './features/community/live/live-counts.tsx'
import { HoverCards } from './features/community/profiles/hover-cards.tsx'
import { HeaderNotifications } from './features/community/notifications/header-notifications.tsx'
import { HeaderSearch } from './features/discovery/search/header-search.tsx'
import { ActivationNotice } from './features/people/auth/activation-notice.tsx'
import { LoginPromptProvider } from './features/people/auth/login-prompt.tsx'
import { CaptchaPromptProvider } from './features/site/captcha/captcha-prompt.tsx'
import { loadSlots } from './features/site/plugin-slots/slots.server.ts'
import { TextPlugins } from './features/site/plugin-slots/text-plugins.tsx'
import { HiddenCustomSlot } from './features/site/shell/custom-markup.tsx'
import { ErrorPage } from './features/site/shell/error-page.tsx'
import { OfflineReading } from './features/site/offline/offline-reading.tsx'
import { NavigationAids } from './features/site/shell/navigation-aids.tsx'
import { Shortcuts } from './features/site/shell/shortcuts.tsx'
import { SiteFooter } from './features/site/shell/site-footer.tsx'
import { SiteHeader } from './features/site/shell/site-header.tsx'
import { ScrollRestoration } from './framework-internals/scroll-restoration.ts'
import { visitContext } from './kernel/context.server.ts'
import { VisitProvider } from './kernel/visit-context.tsx'
import type { Visit } from './kernel/visit.ts'
import { BootScripts, ImportMap, InlineStyle, useInitialVisit } from './platform/boot/boot.tsx'
import { visitMiddleware } from './platform/visit/visit-middleware.server.ts'
import './styles/app.css'
import { frameColor, paletteCss, type SiteColors } from './ui/palette.ts'
import { Page } from './ui/shell/page.tsx'
import { ToastProvider } from './ui/toast.tsx'

export const middleware = [visitMiddleware]

export async function loader({ context, url }: Route.LoaderArgs): Promise<Visit> {
  const { slots } = await loadSlots(context, [
    { name: 'navigation', props: { path: url.pathname } },
  ])
  const visit = context.get(visitContext)
  return slots === undefined ? visit : { ...visit, slots }
}

/** Messages must be loaded before rendering, because a navigation can change the language. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const visit = await serverLoader()
  await loadMessages(visit.locale)
  return visit
}

export function Layout({ children }: { children: ReactNode }) {
  const initial = useInitialVisit()
  const visit = useRouteLoaderData<typeof loader>('root') ?? initial
  if (visit === null)
    throw new Error('no visit: neither the root loader nor the initial visit is available')
  const { tag, dir } = translator(visit.locale)
  return (
    <html
      lang={tag}
      dir={dir}
      data-theme={visit.theme === 'system' ? undefined : visit.theme}
      data-shortcuts={visit.hasShortcuts ? undefined : 'off'}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <ImportMap />
        <InlineStyle css={paletteCss(visit.site)} />
        <ThemeColor theme={visit.theme} colors={visit.site} />
        <Icon href={visit.site.favicon} />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        <VisitProvider value={visit}>{children}</VisitProvider>
        <BootScripts />
      </body>
    </html>
  )
}

function ThemeColor({ theme, colors }: { theme: Visit['theme']; colors: SiteColors }) {
  if (theme !== 'system') return <meta name="theme-color" content={frameColor(colors, theme)} />
  return (['light', 'dark'] as const).map((scheme) => (
    <meta
      key={scheme}
      name="theme-color"
      media={`(prefers-color-scheme: ${scheme})`}
      content={frameColor(colors, scheme)}
    />
  ))
}

function Icon({ href }: { href: string }) {
  if (href !== '') return <link rel="icon" href={href} />
  return <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
}

export default function App({ loaderData: visit }: Route.ComponentProps) {
  const t = translator(visit.locale)
  return (
    <>
      <ToastProvider label={t('toast.label')} closeLabel={t('toast.close')}>
        <LoginPromptProvider>
          <CaptchaPromptProvider>
            <NavigationAids />
            <OfflineReading />
            <Shortcuts />
            <HoverCards />
            <TextPlugins />
            <LiveCounts>
              <Outlet />
            </LiveCounts>
          </CaptchaPromptProvider>
        </LoginPromptProvider>
      </ToastProvider>
      <ScrollRestoration />
    </>
  )
}

export function ErrorBoundary() {
  return (
    <>
      <SiteHeader search={<HeaderSearch />} notifications={<HeaderNotifications />} />
      <ActivationNotice />
      <Page layout="bare">
        <ErrorPage />
      </Page>
      <SiteFooter />
      <HiddenCustomSlot name="sidebar" />
    </>
  )
}

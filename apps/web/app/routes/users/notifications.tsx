import {
  clearNotificationStatus,
  listNotifications,
  markAllRead,
  markRead,
} from '@stoa/contract/features/notifications'
import { CheckCheck, Settings } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { data, redirect, useFetcher } from 'react-router'
import { useIsLive } from '../../features/community/live/use-live.ts'
import { NoNotifications } from '../../features/community/notifications/no-notifications.tsx'
import { NotificationFilters } from '../../features/community/notifications/notification-filters.tsx'
import { NotificationList } from '../../features/community/notifications/notification-list.tsx'
import {
  notificationSettingsPath,
  notificationsHref,
  parseNotificationView,
} from '../../features/community/notifications/notification-paths.ts'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { apiFrom, isDataRequest, submit } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { useFormats } from '../../kernel/formats.tsx'
import { PageLinks } from '../../kernel/page-links.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, toListPage } from '../../kernel/paging.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButtonLink } from '../../ui/icon-button.tsx'
import { PageHead, Section } from '../../ui/section.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/notifications.ts'

const NewNotifications = lazy(async () => ({
  default: (await import('../../features/community/live/new-notifications.tsx')).NewNotifications,
}))

const pageSize = 20

function viewOf({ params, request }: Route.LoaderArgs | Route.ActionArgs) {
  const view = parseNotificationView(params, new URL(request.url).searchParams)
  if (view === null) throw data(null, { status: 404 })
  return view
}

export async function loader(args: Route.LoaderArgs) {
  const view = viewOf(args)
  if (!('type' in args.params)) throw redirect(notificationsHref(view))
  const api = apiFrom(args)
  const page = parsePageNumber(new URL(args.request.url).searchParams)
  const result = await api.call(listNotifications, {
    type: view.type,
    inbox_type: view.tab,
    unread: view.isUnreadOnly ? 'true' : 'false',
    page,
    page_size: pageSize,
  })
  // Here and not in the browser, so that the count also disappears without scripts.
  const counts = args.context.get(visitContext).viewer?.counts
  if (counts && counts[view.type] > 0) {
    await api.call(clearNotificationStatus, { type: view.type })
  }
  return { view, ...toListPage(result, page, pageSize) }
}

/** Marks one notification as read, or all of the type. The page shows the outcome. */
export async function action(args: Route.ActionArgs) {
  const { type } = viewOf(args)
  const id = (await args.request.formData()).get('id')
  if (typeof id === 'string') await submit(args, markRead, { id })
  else await submit(args, markAllRead, { type })
  if (isDataRequest(args)) return null
  throw redirect(args.url.pathname + args.url.search)
}

export default function Notifications({ loaderData }: Route.ComponentProps) {
  const { view, list, page, pages } = loaderData
  const t = useTranslate()
  const title = t('notifications.title')
  const isLive = useIsLive()
  return (
    <SitePage sidebar={<SettingsHint />}>
      <PageMeta title={title} noIndex />
      <PageHead
        title={title}
        end={
          <>
            {list.length > 0 && <MarkAllForm />}
            <IconButtonLink
              href={notificationSettingsPath}
              label={t('notifications.settings')}
              icon={<Settings className="icon" aria-hidden="true" />}
            />
          </>
        }
      />
      {isLive && page === 1 && (
        <Suspense>
          <NewNotifications type={view.type} list={list} />
        </Suspense>
      )}
      <TypeTabs type={view.type} />
      <NotificationFilters view={view} />
      {list.length === 0 ? <NoNotifications view={view} /> : <NotificationList list={list} />}
      <PageLinks page={page} pages={pages} hrefFor={(target) => notificationsHref(view, target)} />
    </SitePage>
  )
}

function TypeTabs({ type }: { type: 'inbox' | 'achievement' }) {
  const t = useTranslate()
  const { capped, points } = useFormats()
  const counts = useVisit().viewer?.counts
  return (
    <TabLinks
      label={t('notifications.title')}
      line
      items={[
        {
          href: notificationsHref({ type: 'inbox' }),
          label: t('notifications.inbox'),
          count: counts?.inbox ? capped(counts.inbox) : undefined,
          countTone: 'fill',
          current: type === 'inbox',
        },
        {
          href: notificationsHref({ type: 'achievement' }),
          label: t('notifications.achievement'),
          count: counts?.points ? points(counts.points) : undefined,
          countTone: (counts?.points ?? 0) < 0 ? 'loss' : 'gain',
          current: type === 'achievement',
        },
      ]}
    />
  )
}

function MarkAllForm() {
  const t = useTranslate()
  const { Form, state } = useFetcher()
  return (
    <Form method="post">
      <Button
        type="submit"
        size="sm"
        loading={state !== 'idle'}
        icon={<CheckCheck className="icon" aria-hidden="true" />}
      >
        {t('notifications.mark_all')}
      </Button>
    </Form>
  )
}

function SettingsHint() {
  const t = useTranslate()
  return (
    <Section title={t('notifications.sidebar')} size="sm">
      <div className="grid justify-items-start gap-3 leading-body text-ink-2">
        <p>{t('notifications.sidebar_text')}</p>
        <TextLink href={notificationSettingsPath} className="hit">
          {t('notifications.settings')}
        </TextLink>
      </div>
    </Section>
  )
}
